// What a subject or actor token brings along, whatever its type, once it was verified.
import type { Actor, Authorization, ExchangedFrom, Holders, User } from '@symbolon/core-protocol'

export interface PresentedToken {
  /** Of whom the token speaks. */
  readonly user: User
  /** What it was granted; empty for types that are granted nothing. */
  readonly scope: readonly string[]
  /** Scopes that restrict it to an organization. They go with it wherever it goes. */
  readonly restrictions: readonly string[]
  readonly audience: readonly string[]
  /** Who acts in it already. */
  readonly actor?: Actor
  readonly authentication?: Omit<NonNullable<Authorization['authentication']>, 'sessionId'>
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /** Until when refresh tokens of its authorization live, milliseconds since the epoch. */
  readonly offlineUntil?: number
  /** Itself, and what it was exchanged for before. */
  readonly origin: ExchangedFrom
  /** Whom and what it hangs on. */
  readonly holders: Holders
}

export const noOrigin: ExchangedFrom = { tokens: [], sessions: [], clients: [], personalAccessTokens: [] }

export function uniteOrigins(...origins: readonly (ExchangedFrom | undefined)[]): ExchangedFrom {
  const all = origins.filter((each) => each !== undefined)
  const unique = (member: keyof ExchangedFrom): readonly string[] => [...new Set(all.flatMap((each) => each[member]))]
  return {
    tokens: unique('tokens'),
    sessions: unique('sessions'),
    clients: unique('clients'),
    personalAccessTokens: unique('personalAccessTokens'),
  }
}
