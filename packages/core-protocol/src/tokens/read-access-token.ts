// Reads an access token of the provider, opaque or JWT. Whether it is still valid is checked in verify-access-token.ts.
import type { Context } from '../contract/context.ts'
import { digest, equalDigests } from '../crypto/digest.ts'
import { InvalidJwt, ownKeys, singleAudience, verifyJwt } from '../jwt/verify-jwt.ts'
import type { AccessToken, EarlierAccessToken } from '../ports/access-token.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorization.ts'
import { accessTokenTypes, offlineUntilMember, userinfoClaimsMember } from './access-token.ts'
import { isEarlierOpaqueAccessToken, opaqueAccessTokenPrefix, readOpaqueAccessToken } from './access-token-text.ts'
import type { Issued } from './validity.ts'
import { readActor, readAuthentication, readOrigin, readTokenId } from './token-claims.ts'

/** The content of an access token. */
export interface AccessTokenFacts extends Issued {
  /** `jti` */
  readonly id: string
  readonly authorizationId: string
  readonly clientId: string
  readonly subject: string
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly userinfoClaims: readonly string[]
  readonly sessionId: string | undefined
  readonly actor: Actor | undefined
  readonly authentication: AccessToken['authentication']
  readonly origin: AuthorizationOrigin | undefined
  /** Milliseconds since the epoch. */
  readonly offlineUntil: number | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Seconds. A token of this provider has an issue time in the future only if the clock of another of its servers runs ahead. */
const clockSkew = 60

/** @returns undefined for every other text, and for a token that has expired */
export async function readAccessToken(token: string, context: Context<'accessTokens'>): Promise<AccessTokenFacts | undefined> {
  const facts = token.startsWith(opaqueAccessTokenPrefix) ? await findOpaque(token, context) : await readJwt(token, context)
  return facts === undefined || context.now() >= facts.expiresAt ? undefined : facts
}

async function findOpaque(token: string, { stores }: Context<'accessTokens'>): Promise<AccessTokenFacts | undefined> {
  const parts = readOpaqueAccessToken(token)
  const found = parts === undefined ? await findEarlier(token, stores) : await stores.accessTokens.find(parts.number)
  if (found === undefined) return undefined
  // The number is no secret, so the time must not tell how much of the digest is right.
  if (parts !== undefined && !equalDigests(found.digest, digest(parts.secret))) return undefined
  const { userinfoClaims = [], sessionId, actor, authentication, origin, offlineUntil } = found
  const validity = readTokenId(found.id)?.validity
  return { ...found, validity, userinfoClaims, sessionId, actor, authentication, origin, offlineUntil }
}

/** @returns undefined without a lookup if the text does not have the form of a token */
async function findEarlier(token: string, { accessTokens }: Context<'accessTokens'>['stores']): Promise<EarlierAccessToken | undefined> {
  return isEarlierOpaqueAccessToken(token) ? await accessTokens.findByDigest(digest(token)) : undefined
}

async function readJwt(token: string, context: Context): Promise<AccessTokenFacts | undefined> {
  try {
    const { payload } = await verifyJwt(token, {
      types: accessTokenTypes.map((type) => type.toLowerCase()),
      now: context.now(),
      clockSkew,
      keys: ownKeys(context),
    })
    const { jti, sub, client_id: clientId, aud, sid, scope, act } = payload
    const userinfoClaims = payload[userinfoClaimsMember(context.vendor)]
    const offlineUntil = payload[offlineUntilMember(context.vendor)]
    // An ID token may have the same `typ`, and never has a `client_id`.
    if (payload['iss'] !== context.issuer || typeof sub !== 'string' || typeof clientId !== 'string') return undefined
    if (typeof jti !== 'string') return undefined
    const issue = readTokenId(jti)
    if (issue === undefined || typeof scope !== 'string') return undefined
    return {
      ...issue,
      id: jti,
      clientId,
      subject: sub,
      scope: scope.split(' ').filter((each) => each !== ''),
      audience: Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : [singleAudience(payload) ?? ''],
      userinfoClaims: Array.isArray(userinfoClaims) ? userinfoClaims.filter((each) => typeof each === 'string') : [],
      sessionId: typeof sid === 'string' ? sid : undefined,
      actor: readActor(act),
      authentication: readAuthentication(payload),
      origin: readOrigin(payload, context.vendor),
      offlineUntil: typeof offlineUntil === 'number' ? offlineUntil * 1000 : undefined,
      expiresAt: payload.exp * 1000,
    }
  } catch (error) {
    if (error instanceof InvalidJwt) return undefined
    throw error
  }
}
