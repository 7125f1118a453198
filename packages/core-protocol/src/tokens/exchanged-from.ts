// What a token was exchanged for: how a JWT remembers it, and whether all of it still counts.
// RFC 8693 leaves open whether what was issued dies with what was presented; here it does: else a token that is revoked lives on
// in every token that somebody got for it in time. https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { impersonationRefusal } from '../impersonation/impersonation-refusal.ts'
import { isObject } from '../jwt/strict-json.ts'
import type { Context } from '../part.ts'
import type { User } from '../ports/user.ts'
import type { Actor, ExchangedFrom } from './authorization.ts'
import { readTokenId } from './token-id.ts'

/** What `exchangeStands` looks at. */
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
  /** Milliseconds since the epoch: when the token, or the first of its refresh tokens, was issued. */
  readonly issuedAt: number
}

/**
 * Whether everything that was presented still counts: nothing of it was revoked, no session has ended, clients and people are
 * active and not made again under their ids, and whoever acts may act for the subject now.
 */
export async function exchangeStands(exchange: Exchange, context: Context<ExchangeStores>): Promise<boolean> {
  const { exchangedFrom, actor, subject, issuedAt } = exchange
  const { stores, now } = context
  const { tokens, sessions, clients, personalAccessTokens } = exchangedFrom
  const authorizations = tokens.flatMap((id) => readTokenId(id)?.authorizationId ?? [])
  const actors = actorsOf(actor)
  const isOf = (thing: { readonly createdAt: number } | undefined): boolean => thing !== undefined && thing.createdAt <= issuedAt
  const [ended, ...needed] = await Promise.all([
    stores.revocations.includesAny([...tokens, ...authorizations, ...sessions]),
    ...actors.map(async (id) => await stores.users.findActive(id)),
    ...clients.map(async (id) => await stores.clients.find(id)),
    ...personalAccessTokens.map(async (id) => await stores.personalAccessTokens.findById(id, now())),
  ])
  if (ended || !isOf(subject) || !needed.every(isOf)) return false
  return await impersonationRefusal(actors, subject, context) === undefined
}
