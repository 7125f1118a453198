// What a subject or actor token brings along, whatever its type, once it was verified.
import type { Actor, Authorization, Holders, User } from '@symbolon/core-protocol'
import type { ExchangeOrigin } from './origin.ts'

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
  readonly origin: ExchangeOrigin
  /** Whom and what it hangs on. */
  readonly holders: Holders
}
