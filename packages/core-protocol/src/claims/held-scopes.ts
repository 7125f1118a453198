// Scopes that a user has to hold. A scope that names a role reads like the role to whoever looks at a token's `scope` alone, so
// that it is granted to nobody else.
import { assertedRoles } from './role-claims.ts'
import type { ReservedClaimsRequest } from './reserved-claims.ts'
import type { Context } from '../contract/context.ts'
import { readReservedScope, readReservedScopes } from '../scope/reserved-scope.ts'

/** @returns the scopes without those that name a role which the user does not have, in the requesting project or those in the audience */
export async function heldScopes(
  userId: string,
  asked: Pick<ReservedClaimsRequest, 'scope' | 'audience' | 'client'>,
  context: Context<'userGrants'>,
): Promise<readonly string[]> {
  const { vendor } = context
  // The scope for the roles of all projects would let a role of one pass for that of another.
  const reserved = readReservedScopes(asked.scope, vendor).filter(({ kind }) => kind !== 'roles')
  if (!reserved.some(({ kind }) => kind === 'role')) return asked.scope
  const roles = await assertedRoles(userId, reserved, { ...asked, place: 'access_token' }, context)
  const held = new Set(roles.map(({ roleKey }) => roleKey))
  return asked.scope.filter((scope) => {
    const one = readReservedScope(scope, vendor)
    return one?.kind !== 'role' || held.has(one.roleKey)
  })
}
