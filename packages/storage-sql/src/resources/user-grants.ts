// The roles that a user holds in projects. A role counts if its grant is active, and if the project still has it.
import type { GrantedRole, UserGrantStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { primaryDomain } from './login-names.ts'

/** Lists the roles of a user. */
export function userGrantStore(db: Kysely<ResourceTables>): UserGrantStore {
  return {
    async listRoles(userId, projectIds) {
      if (projectIds.length === 0) return []
      const [grants, roles] = await Promise.all([activeGrants(db, userId, projectIds), rolesOf(db, projectIds)])
      return grants
        .flatMap(({ role_keys: roleKeys, ...grant }) => roleKeys.map((roleKey) => ({ ...grant, roleKey })))
        .filter(({ projectId, roleKey }) => roles.has(roleName(projectId, roleKey)))
    },
  }
}

type Grant = Omit<GrantedRole, 'roleKey'> & { readonly role_keys: readonly string[] }

async function activeGrants(db: Kysely<ResourceTables>, userId: string, projectIds: readonly string[]): Promise<readonly Grant[]> {
  const rows = await db
    .selectFrom('user_grants')
    .innerJoin('projects', 'projects.project_id', 'user_grants.project_id')
    .innerJoin('orgs as owners', 'owners.org_id', 'projects.org_id')
    .innerJoin('orgs', 'orgs.org_id', 'user_grants.org_id')
    .leftJoin('project_grants', (join) =>
      join
        .onRef('project_grants.grant_id', '=', 'user_grants.project_grant_id')
        .onRef('project_grants.project_id', '=', 'user_grants.project_id')
        // A user grant can use only a project grant to the same organization.
        .onRef('project_grants.granted_org_id', '=', 'user_grants.org_id')
        .on('project_grants.active', '=', 1),
    )
    .select(['user_grants.project_id', 'user_grants.org_id', 'user_grants.content', 'project_grants.content as project_grant_content'])
    .select(primaryDomain(db, 'user_grants').as('primary_domain'))
    .where('user_grants.user_id', '=', userId)
    .where('user_grants.project_id', 'in', projectIds)
    .where('user_grants.active', '=', 1)
    .where('user_grants.standing', 'is', null)
    .where('projects.active', '=', 1)
    .where('owners.active', '=', 1)
    .where('orgs.active', '=', 1)
    .where((eb) =>
      eb.or([
        eb.and([eb('user_grants.project_grant_id', '=', ''), eb('user_grants.org_id', '=', eb.ref('projects.org_id'))]),
        eb('project_grants.grant_id', 'is not', null),
      ]),
    )
    .orderBy('user_grants.project_id')
    .orderBy('user_grants.project_grant_id')
    .execute()
  return rows.map((row) => ({
    projectId: row.project_id,
    orgId: row.org_id,
    ...(row.primary_domain === null ? {} : { primaryDomain: row.primary_domain }),
    role_keys: grantable(textsAt(parseContent(row.content), 'roleKeys'), row.project_grant_content),
  }))
}

/** A user grant through a project grant gives no role that the project grant does not contain. */
function grantable(roleKeys: readonly string[], projectGrantContent: string | null): readonly string[] {
  if (projectGrantContent === null) return roleKeys
  const granted = textsAt(parseContent(projectGrantContent), 'projectGrant', 'roleKeys')
  return roleKeys.filter((roleKey) => granted.includes(roleKey))
}

async function rolesOf(db: Kysely<ResourceTables>, projectIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('project_roles').select(['project_id', 'role_key']).where('project_id', 'in', projectIds).execute()
  return new Set(rows.map((row) => roleName(row.project_id, row.role_key)))
}

function roleName(projectId: string, roleKey: string): string {
  return JSON.stringify([projectId, roleKey])
}
