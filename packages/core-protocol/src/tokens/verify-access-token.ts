// Whether an access token counts now: ours, not expired, not revoked, and everything it hangs on is still active.
// Personal access tokens are access tokens that no client was issued.
import type { Context } from '../contract/context.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'
import { withoutForbiddenApi } from '../scope/management-access.ts'
import { opaqueAccessTokenPrefix } from './access-token.ts'
import { ofClient, ofUser, stillHeldBy, uniteHolders } from './holders.ts'
import type { Holders } from '../ports/authorization.ts'
import { furtherHolders } from './origin.ts'
import { readAccessToken } from './read-access-token.ts'
import type { AccessTokenFacts } from './read-access-token.ts'
import { verifyPersonalAccessToken } from './verify-personal-access-token.ts'

export interface VerifiedAccessToken extends Omit<AccessTokenFacts, 'authorizationId' | 'clientId' | 'subject' | 'expiresAt'> {
  /** To whom it was issued; absent for a personal access token. */
  readonly client?: Client
  readonly user: User
  /** Whom and what it hangs on. */
  readonly holders: Holders
  /** Milliseconds since the epoch; absent for a personal access token that counts until it is removed. */
  readonly expiresAt?: number
}

/** The stores that `verifyAccessToken` reads. A part that calls it declares them: `stores: [...accessTokenStores, …]`. */
export const accessTokenStores = ['accessTokens', 'clients', 'personalAccessTokens', 'revocations', 'users'] as const
export type AccessTokenStores = typeof accessTokenStores[number]

/** @returns undefined for a token that does not count, whatever the reason */
export async function verifyAccessToken(
  token: string,
  context: Context<AccessTokenStores>,
): Promise<VerifiedAccessToken | undefined> {
  return isPersonal(token) ? await verifyPersonalAccessToken(token, context) : await verifyIssued(token, context)
}

/** Ours have a prefix; those that a document brought have any form but the two of issued tokens. */
export function isPersonal(token: string): boolean {
  return !token.startsWith(opaqueAccessTokenPrefix) && !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
}

async function verifyIssued(token: string, context: Context<AccessTokenStores>): Promise<VerifiedAccessToken | undefined> {
  const facts = await readAccessToken(token, context)
  if (facts === undefined) return undefined
  const { authorizationId, clientId, subject, ...issued } = facts
  const ends = [facts.id, authorizationId, ...(facts.sessionId === undefined ? [] : [facts.sessionId])]
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
  return { ...withoutForbiddenApi(issued, client, context.vendor), client, user, holders }
}
