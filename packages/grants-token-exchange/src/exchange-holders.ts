// Whether the tokens that were presented for an exchanged token are still valid. RFC 8693 leaves open whether an issued token ends with the
// presented ones. Here it does. Otherwise a revoked token would live on in every token that was derived from it.
// https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { ofClient, ofPersonalAccessToken, ofUser, readTokenId, uniteHolders } from '@symbolon/core-protocol'
import type { Context, DerivedAuthorization, Holders } from '@symbolon/core-protocol'
import { actorsOf, actsTooWeakly, impersonationRefusal } from './impersonation.ts'
import { readOrigin } from './origin.ts'

/**
 * Checks that all presented tokens are still valid: no token is revoked, no session has ended, clients and users are active, and
 * each actor may still act for the subject, after a sign-in that is strong enough for the role.
 * @returns what the token depends on in addition to its subject and its client; undefined when a part is no longer valid
 */
export async function exchangeHolders(
  { origin, actor, authentication, subject }: DerivedAuthorization,
  context: Context<'clients' | 'memberships' | 'personalAccessTokens' | 'policies' | 'revocations' | 'users'>,
): Promise<Holders | undefined> {
  const { stores, now } = context
  const { tokens, sessions, clients, personalAccessTokens } = readOrigin(origin)
  const authorizations = tokens.flatMap((id) => readTokenId(id)?.authorizationId ?? [])
  const actors = actorsOf(actor)
  const [ended, ...found] = await Promise.all([
    stores.revocations.includesAny([...tokens, ...authorizations, ...sessions]),
    ...actors.map(async (id) => held(await stores.users.findActive(id), ofUser)),
    ...clients.map(async (id) => held(await stores.clients.find(id), ofClient)),
    ...personalAccessTokens.map(async (id) => held(await stores.personalAccessTokens.findById(id, now()), ofPersonalAccessToken)),
  ])
  const holders = found.filter((each) => each !== undefined)
  if (ended || holders.length < found.length) return undefined
  if ((await impersonationRefusal(actors, subject, context)) !== undefined) return undefined
  return (await actsTooWeakly(actors[0], authentication, context)) ? undefined : uniteHolders(...holders)
}

function held<T>(thing: T | undefined, holdersOf: (thing: T) => Holders): Holders | undefined {
  return thing === undefined ? undefined : holdersOf(thing)
}
