// The memberships of users: one indexed query for each of the four tables.
import type { Membership, MembershipStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Lists the memberships of a user. */
export function membershipStore(db: Kysely<ResourceTables>): MembershipStore {
  return {
    async list(userId) {
      const [instance, organizations, projects, grants] = await Promise.all([
        db.selectFrom('instance_members').select('content').where('user_id', '=', userId).execute(),
        db
          .selectFrom('org_members')
          .innerJoin('orgs', 'orgs.org_id', 'org_members.org_id')
          .select(['org_members.content', 'orgs.org_id', 'orgs.active'])
          .where('org_members.user_id', '=', userId)
          .orderBy('orgs.org_id')
          .execute(),
        db
          .selectFrom('project_members')
          .innerJoin('orgs', 'orgs.org_id', 'project_members.org_id')
          .select(['project_members.content', 'project_members.project_id', 'orgs.org_id', 'orgs.active'])
          .where('project_members.user_id', '=', userId)
          .orderBy('project_members.project_id')
          .execute(),
        db
          .selectFrom('project_grant_members')
          .innerJoin('project_grants', 'project_grants.grant_id', 'project_grant_members.grant_id')
          .innerJoin('orgs', 'orgs.org_id', 'project_grants.org_id')
          .innerJoin('orgs as granted', 'granted.org_id', 'project_grants.granted_org_id')
          .select([
            'project_grant_members.content',
            'project_grants.grant_id',
            'project_grants.project_id',
            'project_grants.granted_org_id',
          ])
          .select(['orgs.org_id', 'orgs.active', 'granted.active as granted_active'])
          .where('project_grant_members.user_id', '=', userId)
          .orderBy('project_grants.grant_id')
          .execute(),
      ])
      return [
        ...instance.map(({ content }): Membership => ({ of: 'instance', active: true, roles: rolesIn(content) })),
        ...organizations.map((row): Membership => ({
          of: 'organization',
          orgId: row.org_id,
          active: row.active === 1,
          roles: rolesIn(row.content),
        })),
        ...projects.map((row): Membership => ({
          of: 'project',
          orgId: row.org_id,
          projectId: row.project_id,
          active: row.active === 1,
          roles: rolesIn(row.content),
        })),
        ...grants.map((row): Membership => ({
          of: 'project_grant',
          orgId: row.org_id,
          projectId: row.project_id,
          grantId: row.grant_id,
          grantedOrgId: row.granted_org_id,
          active: row.active === 1 && row.granted_active === 1,
          roles: rolesIn(row.content),
        })),
      ]
    },
  }
}

function rolesIn(content: string): readonly string[] {
  return textsAt(parseContent(content), 'roles')
}
