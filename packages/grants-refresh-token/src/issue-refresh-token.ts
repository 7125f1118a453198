// Issues the first refresh token of an authorization. https://www.rfc-editor.org/rfc/rfc6749#section-1.5
import type { Authorization, Context } from '@symbolon/core-protocol'
import { familiesOfUser } from '@symbolon/core-protocol'
import { firstToken, readToken } from './token-form.ts'

/** @returns the token; stored is what it stands for and its digest */
export async function issueRefreshToken(authorization: Authorization, context: Context<'refreshTokens'>): Promise<string> {
  const { authentication, claims, actor, origin, offlineUntil, validity } = authorization
  const token = firstToken(context)
  const named = readToken(token)
  if (named === undefined) throw new TypeError('randomToken gave no 256 bits of base64url.')
  const issuedAt = context.now()
  const endsAt = Math.min(issuedAt + context.lifetimes.refreshToken * 1000, offlineUntil ?? Infinity)
  await context.stores.refreshTokens.insert({
    id: named.family,
    authorizationId: authorization.id,
    clientId: authorization.client.clientId,
    subject: authorization.subject,
    scope: authorization.scope,
    audience: authorization.audience,
    ...(authentication === undefined ? {} : { authentication }),
    ...(claims === undefined ? {} : { claims }),
    ...(actor === undefined ? {} : { actor }),
    ...(origin === undefined ? {} : { origin }),
    ...(validity === undefined ? {} : { validity }),
    issuedAt,
    endsAt,
  }, { digest: named.digest, expiresAt: idleUntil(endsAt, context) })
  await context.stores.refreshTokens.keepLatest(authorization.subject, authorization.client.clientId, familiesOfUser)
  return token
}

/** A token lies unused for the idle time at most, and never outlives its family. */
export function idleUntil(endsAt: number, context: Context): number {
  return Math.min(context.now() + context.lifetimes.refreshTokenIdle * 1000, endsAt)
}
