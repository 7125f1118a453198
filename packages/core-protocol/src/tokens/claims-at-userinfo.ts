// The claims that an access token gives access to. https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse
import { asksForReservedClaims, reservedClaims } from '../claims/reserved-claims.ts'
import { userClaims } from '../claims/user-claims.ts'
import type { Claims } from '../ports/claims.ts'
import { asksForOwnClaims, ownClaims } from '../claims/define-claims.ts'
import type { Context } from '../contract/context.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { VerifiedAccessToken } from './verify-access-token.ts'

/** @returns the claims that the scope of the token and the `claims` parameter ask for, as they are now */
export function claimsAtUserinfo(
  { user, client, scope, audience, userinfoClaims }: VerifiedAccessToken,
  context: Context<'userGrants' | 'userMetadata'>,
): Awaitable<Claims> {
  const request = { place: 'userinfo', scope, audience, ...(client === undefined ? {} : { client }) } as const
  const own = { place: 'userinfo', scope, audience, client, names: userinfoClaims } as const
  const asksFurther = asksForOwnClaims(own, context) || asksForReservedClaims(request, context.vendor)
  const claims = userClaims(user, scope, userinfoClaims)
  if (!asksFurther) return { ...claims, sub: user.id }
  return Promise.all([ownClaims(user, own, context), reservedClaims(user, request, context)]).then(([added, reserved]) => ({
    ...added,
    ...claims,
    ...reserved,
    sub: user.id,
  }))
}
