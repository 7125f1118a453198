// The role claims of a user. Roles are read when they are asserted, so that a refreshed token has the current ones.
import type { Context } from '../contract/context.ts'
import type { Client } from '../ports/client.ts'
import type { GrantedRole } from '../ports/user.ts'
import type { ReservedScope } from '../scope/reserved-scope.ts'
import type { ReservedClaimsRequest, RoleFlags } from './reserved-claims-request.ts'
import type { Claims } from '../ports/claims.ts'

/** The roles that are asked for, as far as the user has them. */
interface RoleDemand {
  /** The projects of which every role is asked for. */
  readonly projectIds: readonly string[]
  /** Single roles, and the projects of which they may be. */
  readonly roleKeys: readonly string[]
  readonly roleProjectIds: readonly string[]
  /** The organizations whose grants count; empty: all. */
  readonly orgIds: readonly string[]
}

/** Whether anything asks for roles. Without it no grant is looked up. */
export function asksForRoles(scopes: readonly ReservedScope[], request: ReservedClaimsRequest): boolean {
  // Most requests name no reserved scope.
  if (scopes.length === 0) return assertsOwnRoles(request)
  const { projectIds, roleKeys, roleProjectIds } = demandedRoles(scopes, request)
  return projectIds.length > 0 || (roleKeys.length > 0 && roleProjectIds.length > 0)
}

/** `…:org:project:roles` for the requesting project, and `…:org:project:<id>:roles` for each project, the requesting one included. */
export async function roleClaims(
  userId: string,
  scopes: readonly ReservedScope[],
  request: ReservedClaimsRequest,
  context: Context<'userGrants'>,
): Promise<Claims> {
  const roles = await assertedRoles(userId, scopes, request, context)
  const byProject = Map.groupBy(roles, ({ projectId }) => projectId)
  const own = byProject.get(request.client?.projectId ?? '')
  return Object.fromEntries([
    ...(own === undefined ? [] : [[projectRolesClaim(context.vendor), roleClaim(own)] as const]),
    ...[...byProject].map(([projectId, some]) => [`urn:${context.vendor}:iam:org:project:${projectId}:roles`, roleClaim(some)] as const),
  ])
}

/** The claim with the roles of the project that requests the token. */
export function projectRolesClaim(vendor: string): string {
  return `urn:${vendor}:iam:org:project:roles`
}

/** The user's roles that are asked for. */
async function assertedRoles(
  userId: string,
  scopes: readonly ReservedScope[],
  request: ReservedClaimsRequest,
  context: Context<'userGrants'>,
): Promise<readonly GrantedRole[]> {
  if (!asksForRoles(scopes, request)) return []
  const { projectIds, roleKeys, roleProjectIds, orgIds } = demandedRoles(scopes, request)
  const granted = await context.stores.userGrants.listRoles(userId, [...new Set([...projectIds, ...roleProjectIds])])
  return granted.filter(
    ({ projectId, roleKey, orgId }) =>
      (projectIds.includes(projectId) || (roleProjectIds.includes(projectId) && roleKeys.includes(roleKey))) &&
      (orgIds.length === 0 || orgIds.includes(orgId)),
  )
}

function demandedRoles(scopes: readonly ReservedScope[], request: ReservedClaimsRequest): RoleDemand {
  const { client, place } = request
  const own = client?.projectId === undefined ? [] : [client.projectId]
  // Introspection returns to an API only the roles of its project. https://www.rfc-editor.org/rfc/rfc7662#section-5
  const others = place === 'introspection' ? [] : projectsInAudience(scopes, request.audience)
  const roleKeys = scopes.flatMap((each) => (each.kind === 'role' ? each.roleKey : []))
  return {
    projectIds: [...(assertsOwnRoles(request) ? own : []), ...(scopes.some(({ kind }) => kind === 'roles') ? [...own, ...others] : [])],
    roleKeys,
    // A service user is of no project; the roles that it asks for are those of the projects that it asks for.
    roleProjectIds: roleKeys.length === 0 ? [] : own.length > 0 ? own : others,
    orgIds: scopes.flatMap((each) => (each.kind === 'roles_of_organization' ? each.orgId : [])),
  }
}

/**
 * The projects that `…:aud` scopes add to the audience. Other members of the audience are not projects: client ids are members too, and one
 * may look like the id of a project. A project that an exchange removed from the audience is left out.
 */
function projectsInAudience(scopes: readonly ReservedScope[], audience: readonly string[]): readonly string[] {
  return scopes.flatMap((each) => (each.kind === 'audience' && audience.includes(each.audience) ? each.audience : []))
}

/** Whether the roles of the requesting project are asserted without a scope. */
function assertsOwnRoles({ client, place }: ReservedClaimsRequest): boolean {
  return client?.projectId !== undefined && assertsRolesAt(place, client)
}

/** The settings of the project and the app that assert roles without a scope. */
function assertsRolesAt(place: ReservedClaimsRequest['place'], client: Pick<Client, RoleFlags>): boolean {
  switch (place) {
    case 'userinfo':
    case 'introspection':
      return client.projectRoleAssertion
    case 'access_token':
      return client.accessTokenRoleAssertion
    case 'id_token':
      return client.idTokenRoleAssertion
  }
}

/** Role key → organization that granted it → primary domain of that organization. */
function roleClaim(roles: readonly GrantedRole[]): Claims {
  // From entries, never by assignment: a role may be called `__proto__`.
  return Object.fromEntries(
    [...Map.groupBy(roles, ({ roleKey }) => roleKey)].map(([roleKey, grants]) => [
      roleKey,
      Object.fromEntries(grants.map(({ orgId, primaryDomain = '' }) => [orgId, primaryDomain])),
    ]),
  )
}
