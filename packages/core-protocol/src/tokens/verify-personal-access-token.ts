// Whether a personal access token counts now. https://www.rfc-editor.org/rfc/rfc6750: it is a bearer token like any other.
import { digest } from '../crypto/digest.ts'
import type { Context } from '../contract/context.ts'
import { apiAudience } from '../scope/reserved-scope.ts'
import { ofPersonalAccessToken, ofUser, uniteHolders } from './holders.ts'
import type { VerifiedAccessToken } from './verify-access-token.ts'

/** @returns undefined for a token that does not count, whatever the reason */
export async function verifyPersonalAccessToken(
  token: string,
  context: Context<'personalAccessTokens' | 'users'>,
): Promise<VerifiedAccessToken | undefined> {
  const found = await context.stores.personalAccessTokens.find(digest(token), context.now())
  if (found === undefined) return undefined
  const user = await context.stores.users.findActive(found.userId)
  // People sign in; a token in their place would pass by password, second factor and lockout.
  if (user === undefined || user.kind !== 'machine') return undefined
  const { vendor } = context
  return {
    id: found.id,
    user,
    holders: uniteHolders(ofUser(user), ofPersonalAccessToken(found)),
    scope: found.scope.length === 0 ? usualScope(vendor) : found.scope,
    audience: [apiAudience(vendor)],
    userinfoClaims: [],
    sessionId: undefined,
    actor: undefined,
    authentication: undefined,
    origin: undefined,
    offlineUntil: undefined,
    issuedAt: found.createdAt,
    ...(found.expiresAt === undefined ? {} : { expiresAt: found.expiresAt }),
  }
}

/** What a token may do whose document names no scopes. */
function usualScope(vendor: string): readonly string[] {
  return ['openid', 'profile', `urn:${vendor}:iam:user:metadata`, `urn:${vendor}:iam:user:resourceowner`]
}
