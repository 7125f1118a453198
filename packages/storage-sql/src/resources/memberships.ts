// The memberships of users: one indexed query for each of the four tables, for any number of users.
import type { Membership, MembershipStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Lists the memberships of users. */
export function membershipStore(db: Kysely<ResourceTables>): MembershipStore {
  const listOf: MembershipStore['listOf'] = async (userIds) => {
    const found = new Map<string, Membership[]>()
    for (const some of chunks(userIds, chunkSize)) {
      for (const [userId, membership] of await findMemberships(db, some)) {
        const others = found.get(userId)
        if (others === undefined) found.set(userId, [membership])
        else others.push(membership)
      }
    }
    return found
  }
  return { listOf, list: async (userId) => (await listOf([userId])).get(userId) ?? [] }
}

type OfUser = readonly [userId: string, membership: Membership]

async function findMemberships(db: Kysely<ResourceTables>, userIds: readonly string[]): Promise<readonly OfUser[]> {
  const [instance, organizations, projects, grants] = await Promise.all([
    db.selectFrom('instance_members').select(['content', 'user_id']).where('user_id', 'in', userIds).execute(),
    db
      .selectFrom('org_members')
      .innerJoin('orgs', 'orgs.org_id', 'org_members.org_id')
      .select(['org_members.content', 'org_members.user_id', 'orgs.org_id', 'orgs.active'])
      .where('org_members.user_id', 'in', userIds)
      .orderBy('orgs.org_id')
      .execute(),
    db
      .selectFrom('project_members')
      .innerJoin('orgs', 'orgs.org_id', 'project_members.org_id')
      .select(['project_members.content', 'project_members.user_id', 'project_members.project_id', 'orgs.org_id', 'orgs.active'])
      .where('project_members.user_id', 'in', userIds)
      .orderBy('project_members.project_id')
      .execute(),
    db
      .selectFrom('project_grant_members')
      .innerJoin('project_grants', 'project_grants.grant_id', 'project_grant_members.grant_id')
      .innerJoin('orgs', 'orgs.org_id', 'project_grants.org_id')
      .innerJoin('orgs as granted', 'granted.org_id', 'project_grants.granted_org_id')
      .select(['project_grant_members.content', 'project_grant_members.user_id'])
      .select(['project_grants.grant_id', 'project_grants.project_id', 'project_grants.granted_org_id'])
      .select(['orgs.org_id', 'orgs.active', 'granted.active as granted_active'])
      .where('project_grant_members.user_id', 'in', userIds)
      .orderBy('project_grants.grant_id')
      .execute(),
  ])
  return [
    ...instance.map((row): OfUser => [row.user_id, { of: 'instance', active: true, roles: rolesIn(row.content) }]),
    ...organizations.map((row): OfUser => [
      row.user_id,
      { of: 'organization', orgId: row.org_id, active: row.active === 1, roles: rolesIn(row.content) },
    ]),
    ...projects.map((row): OfUser => [
      row.user_id,
      { of: 'project', orgId: row.org_id, projectId: row.project_id, active: row.active === 1, roles: rolesIn(row.content) },
    ]),
    ...grants.map((row): OfUser => [
      row.user_id,
      {
        of: 'project_grant',
        orgId: row.org_id,
        projectId: row.project_id,
        grantId: row.grant_id,
        grantedOrgId: row.granted_org_id,
        active: row.active === 1 && row.granted_active === 1,
        roles: rolesIn(row.content),
      },
    ]),
  ]
}

function rolesIn(content: string): readonly string[] {
  return textsAt(parseContent(content), 'roles')
}
