// The origin of an exchanged token: the tokens that were presented for it, and whether all of them are still valid. RFC 8693 leaves open
// whether an issued token ends with the presented ones. Here it does. Otherwise a revoked token would live on in every token that was
// derived from it. https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { ofClient, ofPersonalAccessToken, ofUser, readTokenId, uniteHolders } from '@symbolon/core-protocol'
import type { AuthorizationOrigin, Context, DerivedAuthorization, Holders } from '@symbolon/core-protocol'
import { actorsOf, actsTooWeakly, impersonationRefusal } from './impersonation.ts'

/** The tokens and users that an authorization of an exchange was derived from. Each list may be empty. */
export interface ExchangeOrigin extends AuthorizationOrigin {
  /** Ids of tokens (`jti`); each names its authorization, too. */
  readonly tokens: readonly string[]
  /** Ids of the sessions in which they were issued. */
  readonly sessions: readonly string[]
  /** The clients that the presented tokens were issued to. */
  readonly clients: readonly string[]
  readonly personalAccessTokens: readonly string[]
}

/** The origin of a user that an id identifies. */
export const noOrigin: ExchangeOrigin = { tokens: [], sessions: [], clients: [], personalAccessTokens: [] }

/** @returns the lists of a stored record, in which empty lists may be absent */
export function readOrigin({ tokens = [], sessions = [], clients = [], personalAccessTokens = [] }: AuthorizationOrigin): ExchangeOrigin {
  return { tokens, sessions, clients, personalAccessTokens }
}

/** @returns one origin with the ids of all, without repetition */
export function uniteOrigins(...origins: readonly (AuthorizationOrigin | undefined)[]): ExchangeOrigin {
  const all = origins.filter((each) => each !== undefined)
  const unique = (list: keyof ExchangeOrigin): readonly string[] => [...new Set(all.flatMap((each) => each[list] ?? []))]
  return {
    tokens: unique('tokens'),
    sessions: unique('sessions'),
    clients: unique('clients'),
    personalAccessTokens: unique('personalAccessTokens'),
  }
}

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
