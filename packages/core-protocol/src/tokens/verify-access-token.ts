// Verifies access tokens: issued here, not expired, not revoked, and user, client and everything else they depend on still active.
// A personal access token is an access token that was issued to no client.
import type { Context } from '../contract/context.ts'
import { digest } from '../crypto/digest.ts'
import { allKnown, whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { PersonalAccessToken } from '../ports/access-token.ts'
import type { Holders } from '../ports/authorization.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorized.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'
import { apiAudience } from '../scope/reserved-scope.ts'
import { opaqueAccessTokenPrefix } from './access-token-text.ts'
import { withinBoundary } from './boundary.ts'
import { personalScope } from './personal-scope.ts'
import { furtherHolders, ofPersonalAccessToken, ofUser, ofUserAndClient, stillHeldBy, uniteHolders } from './validity.ts'
import { readAccessToken } from './read-access-token.ts'
import type { AccessTokenFacts } from './read-access-token.ts'
import { readTokenId } from './token-claims.ts'

/** A valid access token, with its client and its user. */
export interface VerifiedAccessToken {
  /** `jti` */
  readonly id: string
  /** The client that it was issued to; absent for a personal access token. */
  readonly client?: Client
  readonly user: User
  /** What its validity depends on. */
  readonly holders: Holders
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly userinfoClaims: readonly string[]
  readonly sessionId: string | undefined
  readonly actor: Actor | undefined
  readonly authentication: AccessTokenFacts['authentication']
  readonly origin: AuthorizationOrigin | undefined
  /** Milliseconds since the epoch. */
  readonly offlineUntil: number | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  /** Milliseconds since the epoch; absent for a personal access token that counts until it is removed. */
  readonly expiresAt?: number
}

/** The stores that `verifyAccessToken` reads. A part that calls it declares them: `stores: [...accessTokenStores, …]`. */
export const accessTokenStores = ['accessTokens', 'clients', 'personalAccessTokens', 'revocations', 'userGrants', 'users'] as const
/** The names in `accessTokenStores`. */
export type AccessTokenStores = (typeof accessTokenStores)[number]

/** @returns undefined for an invalid token, for any reason */
export function verifyAccessToken(token: string, context: Context<AccessTokenStores>): Awaitable<VerifiedAccessToken | undefined> {
  return isPersonal(token) ? verifyPersonal(token, context) : verifyIssued(token, context)
}

/** Ours have a prefix; those that a document brought have any form but the two of issued tokens. */
export function isPersonal(token: string): boolean {
  return !token.startsWith(opaqueAccessTokenPrefix) && !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
}

function verifyIssued(token: string, context: Context<AccessTokenStores>): Awaitable<VerifiedAccessToken | undefined> {
  return whenKnown(readAccessToken(token, context), (facts) =>
    facts === undefined ? undefined : whenKnown(statesOf(facts, context), (states) => verified(facts, states, context)),
  )
}

/** What the validity of a token depends on, as it is now. */
type States = readonly [revoked: boolean, client: Client | undefined, user: User | undefined]

function statesOf(
  { id, authorizationId, sessionId, clientId, subject }: AccessTokenFacts,
  { stores }: Context<AccessTokenStores>,
): Awaitable<States> {
  return allKnown([
    stores.revocations.includesAny(sessionId === undefined ? [id, authorizationId] : [id, authorizationId, sessionId]),
    stores.clients.find(clientId),
    stores.users.findActive(subject),
  ])
}

function verified(
  facts: AccessTokenFacts,
  [revoked, client, user]: States,
  context: Context<AccessTokenStores>,
): Awaitable<VerifiedAccessToken | undefined> {
  if (revoked || client === undefined || user === undefined) return undefined
  // The client may have lost the access to our own API, to a project or to metadata since.
  return whenKnown(
    allKnown([furtherHolders(facts, user, context), withinBoundary(facts, client, () => user, context)]),
    ([further, within]) => {
      const last = within === facts ? lastVerified.get(facts) : undefined
      if (last?.client === client && last.user === user) return last
      return further === undefined ? undefined : verifiedBy(further, within, facts, client, user)
    },
  )
}

/**
 * The last result for each token in memory that depends on its client and its user alone, and of which the boundary takes nothing away. Tokens,
 * clients and users are objects that do not change, and a change of one makes another object: with the same three, the result is the same.
 */
const lastVerified = new WeakMap<AccessTokenFacts, VerifiedAccessToken>()

function verifiedBy(
  further: Holders,
  within: Pick<AccessTokenFacts, 'scope' | 'audience'>,
  facts: AccessTokenFacts,
  client: Client,
  user: User,
): VerifiedAccessToken | undefined {
  const { id, userinfoClaims = [], sessionId, actor, authentication, origin, offlineUntil, issuedAt, expiresAt } = facts
  const holders = uniteHolders(ofUserAndClient(user, client), further)
  if (!stillHeldBy(holders, { validity: readTokenId(id)?.validity, issuedAt })) return undefined
  const result: VerifiedAccessToken = {
    id,
    client,
    user,
    holders,
    scope: within.scope,
    audience: within.audience,
    userinfoClaims,
    sessionId,
    actor,
    authentication,
    origin,
    offlineUntil,
    issuedAt,
    expiresAt,
  }
  if (facts.isKept === true && origin === undefined && actor === undefined && within === facts) lastVerified.set(facts, result)
  return result
}

/** A personal access token that is valid, and the service user whose it is. */
interface FoundPersonal {
  readonly token: PersonalAccessToken
  readonly user: User
}

/** @returns undefined for an invalid token, for any reason */
export async function findPersonalAccessToken(
  token: string,
  { stores, now }: Context<'personalAccessTokens' | 'users'>,
): Promise<FoundPersonal | undefined> {
  const found = await stores.personalAccessTokens.find(digest(token), now())
  if (found === undefined) return undefined
  const user = await stores.users.findActive(found.userId)
  // People sign in; a token in their place would pass by password, second factor and lockout.
  return user?.kind === 'machine' ? { token: found, user } : undefined
}

async function verifyPersonal(text: string, context: Context<AccessTokenStores>): Promise<VerifiedAccessToken | undefined> {
  const found = await findPersonalAccessToken(text, context)
  if (found === undefined) return undefined
  const { token, user } = found
  return {
    id: token.id,
    user,
    holders: uniteHolders(ofUser(user), ofPersonalAccessToken(token)),
    scope: await personalScope(found, context),
    audience: [apiAudience(context.vendor)],
    userinfoClaims: [],
    sessionId: undefined,
    actor: undefined,
    authentication: undefined,
    origin: undefined,
    offlineUntil: undefined,
    issuedAt: token.createdAt,
    ...(token.expiresAt === undefined ? {} : { expiresAt: token.expiresAt }),
  }
}
