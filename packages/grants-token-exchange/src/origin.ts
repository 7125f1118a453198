// The origin of an exchanged token: the tokens that were presented for it.
import type { AuthorizationOrigin } from '@symbolon/core-protocol'

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
