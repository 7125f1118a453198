// The memberships of users: one indexed query for each of the four tables, for any number of users. What a user has not accepted is left out
// by the database, so that invitations of other organizations cost nothing.
import type { Membership, MembershipStore } from '@symbolon/core-protocol'
import { expressionBuilder } from 'kysely'
import type { Expression, Kysely, SqlBool } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { pendingMemberships } from './pending-memberships.ts'
import type { MemberTable } from './pending-memberships.ts'
import type { StandingColumns } from './tables/memberships.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Lists the memberships of users, and changes what waits for them. */
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
  return { listOf, list: async (userId) => (await listOf([userId])).get(userId) ?? [], ...pendingMemberships(db) }
}

type OfUser = readonly [userId: string, membership: Membership]

async function findMemberships(db: Kysely<ResourceTables>, userIds: readonly string[]): Promise<readonly OfUser[]> {
  const [instance, organizations, projects, grants] = await Promise.all([
    db.selectFrom('instance_members').select(['content', 'user_id']).where('user_id', 'in', userIds).execute(),
    db
      .selectFrom('org_members')
      .innerJoin('orgs', 'orgs.org_id', 'org_members.org_id')
      .select(['org_members.content', 'org_members.user_id', 'org_members.standing', 'orgs.org_id', 'orgs.active'])
      .where('org_members.user_id', 'in', userIds)
      .where(isAccepted('org_members'))
      .orderBy('orgs.org_id')
      .execute(),
    db
      .selectFrom('project_members')
      .innerJoin('orgs', 'orgs.org_id', 'project_members.org_id')
      .select(['project_members.content', 'project_members.user_id', 'project_members.standing', 'project_members.project_id'])
      .select(['orgs.org_id', 'orgs.active'])
      .where('project_members.user_id', 'in', userIds)
      .where(isAccepted('project_members'))
      .orderBy('project_members.project_id')
      .execute(),
    db
      .selectFrom('project_grant_members')
      .innerJoin('project_grants', 'project_grants.grant_id', 'project_grant_members.grant_id')
      .innerJoin('orgs', 'orgs.org_id', 'project_grants.org_id')
      .innerJoin('orgs as granted', 'granted.org_id', 'project_grants.granted_org_id')
      .select(['project_grant_members.content', 'project_grant_members.user_id', 'project_grant_members.standing'])
      .select('project_grant_members.org_id as given_by')
      .select(['project_grants.grant_id', 'project_grants.project_id', 'project_grants.granted_org_id'])
      .select(['orgs.org_id', 'orgs.active', 'granted.active as granted_active'])
      .where('project_grant_members.user_id', 'in', userIds)
      .where(isAccepted('project_grant_members'))
      .orderBy('project_grants.grant_id')
      .execute(),
  ])
  return [
    ...instance.map((row): OfUser => [row.user_id, { of: 'instance', active: true, roles: rolesIn(row.content) }]),
    ...organizations.map((row): OfUser => [
      row.user_id,
      { of: 'organization', orgId: row.org_id, givenBy: row.org_id, active: counts(row), roles: rolesIn(row.content) },
    ]),
    ...projects.map((row): OfUser => [
      row.user_id,
      {
        of: 'project',
        orgId: row.org_id,
        projectId: row.project_id,
        givenBy: row.org_id,
        active: counts(row),
        roles: rolesIn(row.content),
      },
    ]),
    ...grants.map((row): OfUser => [
      row.user_id,
      {
        of: 'project_grant',
        orgId: row.org_id,
        projectId: row.project_id,
        grantId: row.grant_id,
        grantedOrgId: row.granted_org_id,
        givenBy: row.given_by,
        active: counts(row) && row.granted_active === 1,
        roles: rolesIn(row.content),
      },
    ]),
  ]
}

/** Whether the user has accepted the membership, or did not have to. */
function isAccepted(table: MemberTable): Expression<SqlBool> {
  const eb = expressionBuilder<ResourceTables, MemberTable>()
  return eb.or([eb(`${table}.standing`, 'is', null), eb(`${table}.standing`, '=', 'suspended')])
}

function counts({ active, standing }: { readonly active: number; readonly standing: StandingColumns['standing'] }): boolean {
  return active === 1 && standing === null
}

function rolesIn(content: string): readonly string[] {
  return textsAt(parseContent(content), 'roles')
}
