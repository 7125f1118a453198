// The claims that an access token gives access to. https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse
import { reservedClaims } from '../claims/reserved-claims.ts'
import { userClaims } from '../claims/user-claims.ts'
import type { Claims } from '../ports/claims.ts'
import { asksForOwnClaims, ownClaims } from '../claims/define-claims.ts'
import type { Context } from '../contract/context.ts'
import type { VerifiedAccessToken } from './verify-access-token.ts'

/** @returns the claims that the scope of the token and the `claims` parameter ask for, as they are now */
export async function claimsAtUserinfo(
  { user, client, scope, audience, userinfoClaims }: VerifiedAccessToken,
  context: Context<'userGrants' | 'userMetadata'>,
): Promise<Claims> {
  const request = { place: 'userinfo', scope, audience, ...(client === undefined ? {} : { client }) } as const
  const own = { place: 'userinfo', scope, audience, client, names: userinfoClaims } as const
  const added = asksForOwnClaims(own, context) ? await ownClaims(user, own, context) : {}
  return { ...added, ...userClaims(user, scope, userinfoClaims), ...(await reservedClaims(user, request, context)), sub: user.id }
}
