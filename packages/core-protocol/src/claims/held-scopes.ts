// Scopes that name a role: `urn:<vendor>:iam:org:project:role:<key>`. An API may read `scope` alone, and such a scope does not say of which
// project the role is. So the scope contains it only where the user has the role in every project that reads it. Otherwise a role of a project
// that an attacker created for this purpose would pass for the role of the same name in another project. The same holds for the claim with the roles of
// "the project".
import type { Context } from '../contract/context.ts'
import { allKnown, whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { Claims } from '../ports/claims.ts'
import type { Client, ClientStore } from '../ports/client.ts'
import { projectRolesClaim } from './role-claims.ts'
import { apiAudience, readReservedScope, readReservedScopes } from '../scope/reserved-scope.ts'

/** Whom a token is for. */
interface TokenTarget {
  readonly audience: readonly string[]
  /** The client that it is issued to; absent for a personal access token. */
  readonly client?: Pick<Client, 'projectId'> | undefined
}

/** @returns the scopes without those that name a role which the user does not have in each project that the token is for */
export function heldScopes(
  userId: string,
  { scope, ...target }: TokenTarget & { readonly scope: readonly string[] },
  context: Context<'clients' | 'userGrants'>,
): Awaitable<readonly string[]> {
  if (!namesRole(scope, context)) return scope
  return whenKnown(projectsOf(target, context), (projectIds) => scopesHeldIn(userId, scope, projectIds, context))
}

/** @returns the scopes without those that name a role which the user does not have in each of these projects; without a project there is none */
export function scopesHeldIn(
  userId: string,
  scope: readonly string[],
  projectIds: readonly string[],
  context: Context<'userGrants'>,
): Awaitable<readonly string[]> {
  if (!namesRole(scope, context)) return scope
  const { stores, vendor } = context
  const orgIds = readReservedScopes(scope, vendor).flatMap((each) => (each.kind === 'roles_of_organization' ? each.orgId : []))
  return whenKnown(projectIds.length === 0 ? [] : stores.userGrants.listRoles(userId, projectIds), (roles) => {
    const counted = orgIds.length === 0 ? roles : roles.filter(({ orgId }) => orgIds.includes(orgId))
    const isHeld = (key: string): boolean =>
      projectIds.length > 0 && projectIds.every((id) => counted.some(({ projectId, roleKey }) => projectId === id && roleKey === key))
    return scope.filter((each) => {
      const reserved = readReservedScope(each, vendor)
      return reserved?.kind !== 'role' || isHeld(reserved.roleKey)
    })
  })
}

/**
 * @returns the claims without the one with the roles of "the project" (`projectRolesClaim`), where the token is for another project than that of
 *   its client, too: each would take it for its own
 */
export function claimsForProjects(claims: Claims, target: TokenTarget, context: Context<'clients'>): Awaitable<Claims> {
  const ofProject = projectRolesClaim(context.vendor)
  if (!(ofProject in claims)) return claims
  return whenKnown(projectsOf(target, context), (projectIds) =>
    projectIds.every((id) => id === target.client?.projectId)
      ? claims
      : Object.fromEntries(Object.entries(claims).filter(([name]) => name !== ofProject)),
  )
}

/** The projects that a token is for: that of its client, those in its audience, and those of the clients in its audience. */
function projectsOf({ audience, client }: TokenTarget, { stores, vendor }: Context<'clients'>): Awaitable<readonly string[]> {
  const own = client?.projectId === undefined ? [] : [client.projectId]
  // Our own API is of no project.
  const others = audience.filter((each) => !own.includes(each) && each !== apiAudience(vendor))
  return whenKnown(allKnown(others.map((each) => projectsNamed(each, stores.clients))), (named) => [...new Set([...own, ...named.flat()])])
}

/** The project of this id, and that of the client of this id. What is gone since the audience was granted is of no project. */
function projectsNamed(id: string, clients: ClientStore): Awaitable<readonly string[]> {
  return whenKnown(allKnown([clients.hasProject(id), clients.find(id)]), ([isProject, client]) => [
    ...(isProject ? [id] : []),
    ...(client?.projectId === undefined ? [] : [client.projectId]),
  ])
}

/** Whether one of the scopes names a role. */
export function namesRole(scope: readonly string[], { vendor }: Context): boolean {
  return readReservedScopes(scope, vendor).some(({ kind }) => kind === 'role')
}
