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
        db.selectFrom('org_members').select(['content', 'org_id']).where('user_id', '=', userId).orderBy('org_id').execute(),
        db.selectFrom('project_members').select(['content', 'org_id']).where('user_id', '=', userId).orderBy('project_id').execute(),
        db.selectFrom('project_grant_members').select(['content', 'org_id']).where('user_id', '=', userId).orderBy('grant_id').execute(),
      ])
      return [
        ...instance.map(({ content }): Membership => ({ of: 'instance', roles: rolesIn(content) })),
        ...organizations.map((row) => ofOrganization('organization', row)),
        ...projects.map((row) => ofOrganization('project', row)),
        ...grants.map((row) => ofOrganization('project_grant', row)),
      ]
    },
  }
}

function ofOrganization(of: Membership['of'], row: { readonly content: string; readonly org_id: string }): Membership {
  return { of, orgId: row.org_id, roles: rolesIn(row.content) }
}

function rolesIn(content: string): readonly string[] {
  return textsAt(parseContent(content), 'roles')
}
