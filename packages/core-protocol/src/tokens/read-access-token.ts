// Reads an access token of the provider, opaque or JWT. Whether it is still valid is checked in verify-access-token.ts.
import type { Context } from '../contract/context.ts'
import { digest, equalDigests } from '../crypto/digest.ts'
import { InvalidJwt, ownKeys, singleAudience, verifyJwt } from '../jwt/verify-jwt.ts'
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { EarlierAccessToken, FoundAccessToken } from '../ports/access-token.ts'
import { accessTokenTypes, offlineUntilMember, userinfoClaimsMember } from './access-token.ts'
import { isEarlierOpaqueAccessToken, opaqueAccessTokenPrefix, readOpaqueAccessToken } from './access-token-text.ts'
import { readActor, readAuthentication, readOrigin, readTokenId } from './token-claims.ts'

/** The content of an access token, opaque or JWT. */
export interface AccessTokenFacts extends Omit<EarlierAccessToken, 'digest'>, Pick<FoundAccessToken, 'isKept'> {}

/** Seconds. A token of this provider has an issue time in the future only if the clock of another of its servers runs ahead. */
const clockSkew = 60

/** @returns undefined for every other text, and for a token that has expired */
export function readAccessToken(token: string, context: Context<'accessTokens'>): Awaitable<AccessTokenFacts | undefined> {
  return whenKnown(token.startsWith(opaqueAccessTokenPrefix) ? findOpaque(token, context) : readJwt(token, context), (facts) =>
    facts === undefined || context.now() >= facts.expiresAt ? undefined : facts,
  )
}

function findOpaque(token: string, { stores }: Context<'accessTokens'>): Awaitable<AccessTokenFacts | undefined> {
  const parts = readOpaqueAccessToken(token)
  if (parts === undefined) return findEarlier(token, stores)
  return whenKnown(stores.accessTokens.find(parts.number), (found) =>
    // The number is not secret, so the time must not reveal how much of the digest is right.
    found !== undefined && equalDigests(found.digest, digest(parts.secret)) ? found : undefined,
  )
}

/** @returns undefined without a lookup if the text does not have the form of a token */
async function findEarlier(token: string, { accessTokens }: Context<'accessTokens'>['stores']): Promise<AccessTokenFacts | undefined> {
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
    const actor = readActor(act)
    const authentication = readAuthentication(payload)
    const origin = readOrigin(payload, context.vendor)
    // An ID token may have the same `typ`, and never has a `client_id`.
    if (payload['iss'] !== context.issuer || typeof sub !== 'string' || typeof clientId !== 'string') return undefined
    if (typeof jti !== 'string') return undefined
    const issue = readTokenId(jti)
    if (issue === undefined || typeof scope !== 'string') return undefined
    return {
      authorizationId: issue.authorizationId,
      issuedAt: issue.issuedAt,
      id: jti,
      clientId,
      subject: sub,
      scope: scope.split(' ').filter((each) => each !== ''),
      audience: Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : [singleAudience(payload) ?? ''],
      ...(Array.isArray(userinfoClaims) ? { userinfoClaims: userinfoClaims.filter((each) => typeof each === 'string') } : {}),
      ...(typeof sid === 'string' ? { sessionId: sid } : {}),
      ...(actor === undefined ? {} : { actor }),
      ...(authentication === undefined ? {} : { authentication }),
      ...(origin === undefined ? {} : { origin }),
      ...(typeof offlineUntil === 'number' ? { offlineUntil: offlineUntil * 1000 } : {}),
      expiresAt: payload.exp * 1000,
    }
  } catch (error) {
    if (error instanceof InvalidJwt) return undefined
    throw error
  }
}
