// A token that was presented for an exchange, once it is verified.
import type { Actor, Authorization, Holders, OneTimeUse, User } from '@symbolon/core-protocol'
import type { ExchangeOrigin } from './origin.ts'

/** A verified subject or actor token, whatever its type. */
export interface PresentedToken {
  /** The user that the token is about. */
  readonly user: User
  /** The granted scope; empty for types without a scope. */
  readonly scope: readonly string[]
  /** Scopes that restrict the token to an organization. Every token that is derived from it keeps them. */
  readonly restrictions: readonly string[]
  readonly audience: readonly string[]
  /** The actor of the token, if it has one. */
  readonly actor?: Actor
  readonly authentication?: Omit<NonNullable<Authorization['authentication']>, 'sessionId'>
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /** The time at which refresh tokens of its authorization expire, milliseconds since the epoch. */
  readonly offlineUntil?: number
  /** The token itself, and the tokens that it was exchanged for. */
  readonly origin: ExchangeOrigin
  /** The values that the validity of the token depends on. */
  readonly holders: Holders
  /** Of a token that may be presented once. */
  readonly use?: OneTimeUse
}
