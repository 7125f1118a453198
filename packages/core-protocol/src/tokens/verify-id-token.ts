// Verifies ID tokens that come back to the provider: as hints about a user or a session, or to be exchanged.
// https://openid.net/specs/openid-connect-core-1_0.html#IDToken
import type { Context } from '../contract/context.ts'
import { InvalidJwt, ownKeys, singleAudience, verifyJwt } from '../jwt/verify-jwt.ts'
import type { JwtRules } from '../jwt/verify-jwt.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorized.ts'
import { restrictionsMember } from './id-token.ts'
import type { AccessTokenFacts } from './read-access-token.ts'
import { readActor, readAuthentication, readOrigin, readTokenId } from './token-claims.ts'

/** The content of an ID token of the provider. */
export interface VerifiedIdToken {
  readonly subject: string
  /** The client that it was issued to: `azp`, and its one audience. */
  readonly clientId: string
  readonly sessionId: string | undefined
  readonly nonce: string | undefined
  /** `jti` */
  readonly id: string | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number | undefined
  readonly validity: string | undefined
  readonly expiresAt: number
  readonly actor: Actor | undefined
  readonly authentication: AccessTokenFacts['authentication']
  readonly origin: AuthorizationOrigin | undefined
  /** The scopes of its authorization that restrict users or roles to an organization. */
  readonly restrictions: readonly string[]
}

/**
 * Verifies the signature, also with retired keys. The state of user, client and session is not checked.
 * @throws InvalidJwt when it is not an ID token of this provider
 */
export async function verifyIdToken(token: string, expiry: NonNullable<JwtRules['expiry']>, context: Context): Promise<VerifiedIdToken> {
  // The type distinguishes it from the other JWTs that we sign, and the client_id from access tokens of the same type.
  // https://www.rfc-editor.org/rfc/rfc8725#section-3.11
  const { payload } = await verifyJwt(token, { types: ['jwt'], now: context.now(), expiry, keys: ownKeys(context) })
  const { iss, sub, azp, sid, jti, act, nonce } = payload
  if (
    iss !== context.issuer ||
    typeof sub !== 'string' ||
    typeof azp !== 'string' ||
    singleAudience(payload) !== azp ||
    payload['client_id'] !== undefined
  ) {
    throw new InvalidJwt('not an ID token of ours')
  }
  const id = typeof jti === 'string' ? jti : undefined
  const issue = id === undefined ? undefined : readTokenId(id)
  const restrictions = payload[restrictionsMember(context.vendor)]
  return {
    subject: sub,
    clientId: azp,
    sessionId: typeof sid === 'string' ? sid : undefined,
    nonce: typeof nonce === 'string' ? nonce : undefined,
    id,
    issuedAt: issue?.issuedAt,
    validity: issue?.validity,
    expiresAt: payload.exp * 1000,
    actor: readActor(act),
    authentication: readAuthentication(payload),
    origin: readOrigin(payload, context.vendor),
    restrictions: Array.isArray(restrictions) ? restrictions.filter((each) => typeof each === 'string') : [],
  }
}
