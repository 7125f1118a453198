// What a token was exchanged for: how a JWT remembers it, and whether all of it still counts.
// RFC 8693 leaves open whether what was issued dies with what was presented; here it does: else a token that is revoked lives on
// in every token that somebody got for it in time. https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { impersonationRefusal } from '../impersonation/impersonation-refusal.ts'
import { isObject } from '../jwt/strict-json.ts'
import type { Context } from '../contract/part.ts'
import type { User } from '../ports/user.ts'
import type { Actor, ExchangedFrom } from '../ports/authorization.ts'
import { ofClient, ofPersonalAccessToken, ofUser, uniteHolders } from './holders.ts'
import type { Holders } from './holders.ts'
import { readTokenId } from './token-id.ts'

/** What `exchangeHolders` looks at. */
export type ExchangeStores = 'clients' | 'memberships' | 'personalAccessTokens' | 'policies' | 'revocations' | 'users'

/** The private claim of JWTs that were exchanged. */
function exchangedFromMember(vendor: string): string {
  return `urn:${vendor}:iam:exchanged_from`
}

/** @returns the claim, without its empty lists; nothing for a token that was not exchanged */
export function exchangedFromClaim(exchangedFrom: ExchangedFrom | undefined, vendor: string): Readonly<Record<string, unknown>> {
  if (exchangedFrom === undefined) return {}
  return { [exchangedFromMember(vendor)]: Object.fromEntries(Object.entries(exchangedFrom).filter(([, ids]) => ids.length > 0)) }
}

/** @returns what a verified token says */
export function readExchangedFrom(payload: Readonly<Record<string, unknown>>, vendor: string): ExchangedFrom | undefined {
  const claim = payload[exchangedFromMember(vendor)]
  if (!isObject(claim)) return undefined
  const { tokens, sessions, clients, personalAccessTokens } = claim
  return {
    tokens: texts(tokens), sessions: texts(sessions), clients: texts(clients), personalAccessTokens: texts(personalAccessTokens),
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** Who acts, the last one first. */
export function actorsOf(actor: Actor | undefined): readonly string[] {
  return actor === undefined ? [] : [actor.sub, ...actorsOf(actor.act)]
}

export interface Exchange {
  readonly exchangedFrom: ExchangedFrom
  readonly actor: Actor | undefined
  /** Of whom the token speaks, who is active. */
  readonly subject: User
}

/**
 * Asks whether everything that was presented still counts: nothing of it was revoked, no session has ended, clients and people are
 * active, and whoever acts may act for the subject now.
 * @returns whom and what the token hangs on beside its subject and its client; undefined when something does not count
 */
export async function exchangeHolders(exchange: Exchange, context: Context<ExchangeStores>): Promise<Holders | undefined> {
  const { exchangedFrom, actor, subject } = exchange
  const { stores, now } = context
  const { tokens, sessions, clients, personalAccessTokens } = exchangedFrom
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
  return await impersonationRefusal(actors, subject, context) === undefined ? uniteHolders(...holders) : undefined
}

function held<T>(thing: T | undefined, holdersOf: (thing: T) => Holders): Holders | undefined {
  return thing === undefined ? undefined : holdersOf(thing)
}
