// Verifies access tokens: issued here, not expired, not revoked, and user, client and everything else they depend on still active.
// A personal access token is an access token that was issued to no client.
import type { Context } from '../contract/context.ts'
import { digest } from '../crypto/digest.ts'
import type { Holders } from '../ports/authorization.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'
import { apiAudience } from '../scope/reserved-scope.ts'
import { opaqueAccessTokenPrefix } from './access-token-text.ts'
import { withoutForbiddenApi } from './audience.ts'
import { furtherHolders, ofClient, ofPersonalAccessToken, ofUser, stillHeldBy, uniteHolders } from './validity.ts'
import { readAccessToken } from './read-access-token.ts'
import type { AccessTokenFacts } from './read-access-token.ts'

/** A valid access token, with its client and its user. */
export interface VerifiedAccessToken extends Omit<AccessTokenFacts, 'authorizationId' | 'clientId' | 'subject' | 'expiresAt'> {
  /** The client that it was issued to; absent for a personal access token. */
  readonly client?: Client
  readonly user: User
  /** What its validity depends on. */
  readonly holders: Holders
  /** Milliseconds since the epoch; absent for a personal access token that counts until it is removed. */
  readonly expiresAt?: number
}

/** The stores that `verifyAccessToken` reads. A part that calls it declares them: `stores: [...accessTokenStores, …]`. */
export const accessTokenStores = ['accessTokens', 'clients', 'personalAccessTokens', 'revocations', 'users'] as const
/** The names in `accessTokenStores`. */
export type AccessTokenStores = (typeof accessTokenStores)[number]

/** @returns undefined for an invalid token, for any reason */
export function verifyAccessToken(token: string, context: Context<AccessTokenStores>): Promise<VerifiedAccessToken | undefined> {
  return isPersonal(token) ? verifyPersonalAccessToken(token, context) : verifyIssued(token, context)
}

/** Ours have a prefix; those that a document brought have any form but the two of issued tokens. */
export function isPersonal(token: string): boolean {
  return !token.startsWith(opaqueAccessTokenPrefix) && !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
}

async function verifyIssued(token: string, context: Context<AccessTokenStores>): Promise<VerifiedAccessToken | undefined> {
  const facts = await readAccessToken(token, context)
  if (facts === undefined) return undefined
  const { id, authorizationId, clientId, subject, sessionId } = facts
  const ends = sessionId === undefined ? [id, authorizationId] : [id, authorizationId, sessionId]
  const [revoked, client, user] = await Promise.all([
    context.stores.revocations.includesAny(ends),
    context.stores.clients.find(clientId),
    context.stores.users.findActive(subject),
  ])
  if (revoked || client === undefined || user === undefined) return undefined
  const further = await furtherHolders(facts, user, context)
  if (further === undefined) return undefined
  const holders = uniteHolders(ofUser(user), ofClient(client), further)
  if (!stillHeldBy(holders, facts)) return undefined
  // The client may have lost the access to our own API since.
  return { ...withoutForbiddenApi(facts, client, context.vendor), client, user, holders }
}

/** @returns undefined for an invalid token, for any reason */
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

/** The scope of a personal access token whose document names none. */
function usualScope(vendor: string): readonly string[] {
  return ['openid', 'profile', `urn:${vendor}:iam:user:metadata`, `urn:${vendor}:iam:user:resourceowner`]
}
