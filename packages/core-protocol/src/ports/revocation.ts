// Ids that are remembered until nothing can name them any more: revoked tokens (`jti`), ended authorizations and sessions, and the `jti` of
// assertions that were used. One lookup decides for opaque and JWT tokens alike.
import type { Awaitable } from '../memory/awaitable.ts'

/** Stores ids of tokens, authorizations and sessions that were ended before they expire. */
export interface RevocationStore {
  /**
   * Ends the ids; repeating it extends. `expiresAt` in milliseconds.
   * @returns those that were not ended before: of parallel calls one gets each, so that an end is recorded once
   */
  add(ids: readonly string[], expiresAt: number): Promise<readonly string[]>
  /**
   * For parts that declare `sessions` too: ends the ids of sessions as `add` does, and removes the sessions. One transaction, so that no browser
   * keeps a session whose codes and tokens are refused.
   */
  endSessions(sessionIds: readonly string[], expiresAt: number): Promise<readonly string[]>
  /** Whether one of the ids was ended. */
  includesAny(ids: readonly string[]): Awaitable<boolean>
  deleteExpired(now: number, limit: number): Promise<number>
}

/**
 * Stores the ids of accepted assertions, so that each is accepted once: the `jti` of a JWT, the challenge of a passkey.
 * https://www.rfc-editor.org/rfc/rfc7523#section-3 (7), https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges
 */
export interface AssertionIdStore {
  /**
   * Remembers the id until `expiresAt` (milliseconds).
   * @param id unique per issuer and purpose; the caller builds it after the signature was verified
   * @returns false when it was there already: of parallel calls exactly one gets true
   */
  add(id: string, expiresAt: number): Promise<boolean>
  /** Whether the id is remembered. */
  has(id: string): Awaitable<boolean>
  deleteExpired(now: number, limit: number): Promise<number>
}
