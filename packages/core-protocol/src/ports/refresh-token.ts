// Refresh tokens. One row holds all tokens of one authorization, of which each replaces the one before it. The row knows the current token
// and its predecessor; any other token with the same handle was used before.
import type { ClaimsRequest } from './authorization-request.ts'
import type { Actor, AuthorizationOrigin, AuthorizedAuthentication } from './authorized.ts'

/** All refresh tokens of one authorization, and what it authorised. */
export interface RefreshTokenFamily {
  /** SHA-256 of the handle that every token of the family carries, base64url. */
  readonly id: string
  /** Everything that is issued by refreshing carries this id. */
  readonly authorizationId: string
  readonly clientId: string
  readonly subject: string
  /** Of the original authorization: however a refresh narrows it, the next may ask for all of it. */
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly authentication?: AuthorizedAuthentication
  readonly claims?: ClaimsRequest
  readonly actor?: Actor
  readonly origin?: AuthorizationOrigin
  /** Milliseconds since the epoch: when the first token was issued, and when the last one ends. */
  readonly issuedAt: number
  readonly endsAt: number
  /** `validityOf` what it depends on. */
  readonly validity?: string
}

/** A new family with its first token. */
export interface NewRefreshToken {
  readonly family: RefreshTokenFamily
  /** SHA-256 of the whole token, base64url. */
  readonly digest: string
  readonly expiresAt: number
  /** How many families the subject may have at the client. Families whose live tokens expire first are removed. */
  readonly familiesKept: number
}

/**
 * One rotation: the presented token and its successor, both by digest, see `IssuanceStore`. The successor takes the place of the presented
 * token:
 * - `issued`: the presented token was live, and its successor is now
 * - `repeated`: it was rotated a moment ago, and its successor is still unused
 * - `reused`: it was rotated before that, or is not a token of the family
 * - `invalid`: unknown, expired, or another client's, for which nothing changes
 */
export interface RefreshTokenRotation {
  readonly kind: 'rotation'
  /** `RefreshTokenFamily.id` */
  readonly family: string
  readonly clientId: string
  /** SHA-256 of the whole token that was presented, base64url. */
  readonly digest: string
  /** SHA-256 of its successor. */
  readonly successor: string
  readonly now: number
  /** Until when the successor may be used. */
  readonly expiresAt: number
  /** Until when the presented token answers with the same successor. */
  readonly repeatableUntil: number
}

/** Stores refresh token families. */
export interface RefreshTokenStore {
  /**
   * A family that has not ended, by its id. Whether the token that led here is live is decided by `IssuanceStore.commit`. Endpoints find the family of a token through `registry.tokenKinds`, which knows the form of tokens.
   */
  find(id: string, now: number): Promise<RefreshTokenFamily | undefined>
  /** The families of a subject whose tokens are live, the newest first, at most `limit`. */
  listOfSubject(subject: string, now: number, limit: number): Promise<readonly RefreshTokenFamily[]>
  /**
   * Removes all families of a subject, or those at one client: one statement. A token that is rotated at the same time is either removed or
   * rotated before; its `authorizationId` is returned in both cases.
   * @returns the `authorizationId` of each removed family
   */
  removeOfSubject(subject: string, clientId?: string): Promise<readonly string[]>
  /** Removes at most `limit` families whose live token has expired. */
  deleteExpired(now: number, limit: number): Promise<number>
}
