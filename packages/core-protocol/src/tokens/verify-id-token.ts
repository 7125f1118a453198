// ID tokens that come back to us, as hints about a user or a session. https://openid.net/specs/openid-connect-core-1_0.html#IDToken
import { singleAudience, InvalidJwt, verifyJwt } from '../jwt/verify-jwt.ts'
import type { JwtRules } from '../jwt/verify-jwt.ts'
import { ownKeys } from '../keys/own-keys.ts'
import type { Context } from '../part.ts'

export interface VerifiedIdToken {
  readonly subject: string
  /** The client that it was issued to: `azp`, and its one audience. */
  readonly clientId: string
  readonly sessionId: string | undefined
}

/**
 * Ours by signature, with keys that are retired, too. Whether user, client and session are still there is not looked at.
 * @throws InvalidJwt when it is not an ID token of ours
 */
export async function verifyIdToken(token: string, expiry: NonNullable<JwtRules['expiry']>, context: Context): Promise<VerifiedIdToken> {
  // The type tells it from the other JWTs that we sign. https://www.rfc-editor.org/rfc/rfc8725#section-3.11
  const { payload } = await verifyJwt(token, { types: ['jwt'], now: context.now(), expiry, keys: ownKeys(context) })
  const { iss, sub, azp, sid } = payload
  if (iss !== context.issuer || typeof sub !== 'string' || typeof azp !== 'string' || singleAudience(payload) !== azp) {
    throw new InvalidJwt('not an ID token of ours')
  }
  return { subject: sub, clientId: azp, sessionId: typeof sid === 'string' ? sid : undefined }
}
