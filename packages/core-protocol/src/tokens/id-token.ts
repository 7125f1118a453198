// Issues ID tokens. https://openid.net/specs/openid-connect-core-1_0.html#IDToken
import { userClaimNames, userClaims } from '../claims/user-claims.ts'
import type { Claims } from '../ports/claims.ts'
import type { Context } from '../contract/context.ts'
import { leftHalfDigest } from '../crypto/digest.ts'
import { signJwt } from '../keys/sign-jwt.ts'
import type { Authorization } from '../ports/authorization.ts'
import type { SigningAlgorithm } from '../ports/client.ts'
import { restrictingScopes } from '../scope/restricting-scopes.ts'
import { lifetimeOf } from './access-token.ts'
import type { Subject } from './subject.ts'
import { authenticationClaims, originClaim, tokenId } from './token-claims.ts'

/** Distinguishes an ID token from the other JWTs of the provider. https://www.rfc-editor.org/rfc/rfc8725#section-3.11 */
const idTokenType = 'JWT'

/**
 * @returns the token and its lifetime in seconds
 * @param accessToken the access token that is issued with it
 * @throws OAuthError invalid_grant when the subject no longer exists
 */
export async function issueIdToken(
  authorization: Authorization,
  accessToken: string | undefined,
  subject: Subject,
  context: Context,
): Promise<{ readonly token: string; readonly expiresIn: number }> {
  const { client, authentication } = authorization
  const claims = await claimsOfUser(authorization, accessToken, subject)
  const reserved = await subject.reservedClaims(authorization, 'id_token')
  const key = await context.keys.signingKey(client.idTokenSigningAlg)
  const issuedAtExactly = context.now()
  const issuedAt = Math.floor(issuedAtExactly / 1000)
  const expiresIn = lifetimeOf(authorization, context.lifetimes.idToken, context)
  const restrictions = restrictingScopes(authorization.scope, context.vendor)
  const token = await signJwt(
    idTokenType,
    {
      // Claims about the user come first, so that none of them can replace a claim of the protocol.
      ...claims,
      ...reserved,
      iss: context.issuer,
      sub: authorization.subject,
      aud: client.clientId,
      azp: client.clientId,
      jti: tokenId(authorization, issuedAtExactly, context),
      iat: issuedAt,
      exp: issuedAt + expiresIn,
      nonce: authorization.nonce,
      ...authenticationClaims(authentication),
      sid: authentication?.sessionId,
      act: authorization.actor,
      ...originClaim(authorization.origin, context.vendor),
      [restrictionsMember(context.vendor)]: restrictions.length === 0 ? undefined : restrictions,
      at_hash: accessToken === undefined ? undefined : leftHalfHash(accessToken, key.algorithm),
      c_hash: authorization.code === undefined ? undefined : leftHalfHash(authorization.code, key.algorithm),
    },
    key,
  )
  return { token, expiresIn }
}

/** The private claim that holds the restricting scopes of an ID token, so that an exchange cannot bypass them. */
export function restrictionsMember(vendor: string): string {
  return `urn:${vendor}:iam:scope:restrictions`
}

/**
 * "The Claims requested by the profile, email, address, and phone scope values are returned from the UserInfo Endpoint when … an Access
 * Token is issued." #ScopeClaims. Claims that the request names for the ID token are in it in any case. #ClaimsParameter
 */
async function claimsOfUser({ client, claims, scope }: Authorization, accessToken: string | undefined, subject: Subject): Promise<Claims> {
  const byScope = accessToken === undefined || client.idTokenUserinfoAssertion ? scope : []
  const byName = Object.keys(claims?.id_token ?? {}).filter((name) => userClaimNames.includes(name))
  return byScope.length === 0 && byName.length === 0 ? {} : userClaims(await subject.user(), byScope, byName)
}

/** By the digest that the signature's algorithm uses. https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
function leftHalfHash(text: string, algorithm: SigningAlgorithm): string {
  return leftHalfDigest(text, algorithm === 'EdDSA' ? 'sha512' : 'sha256')
}
