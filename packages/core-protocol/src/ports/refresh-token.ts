// Refresh tokens. One row holds all tokens of one authorization, of which each replaces the one before it. The row knows the current token
// and its predecessor; any other token with the same handle was used before.
import type { ClaimsRequest } from './authorization-request.ts'
import type { Authorization } from './authorization.ts'

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
  readonly authentication?: NonNullable<Authorization['authentication']>
  readonly claims?: ClaimsRequest
  readonly actor?: NonNullable<Authorization['actor']>
  readonly origin?: NonNullable<Authorization['origin']>
  /** Milliseconds since the epoch: when the first token was issued, and when the last one ends. */
  readonly issuedAt: number
  readonly endsAt: number
  /** `validityOf` what it depends on. */
  readonly validity?: string
}

/** One rotation: the presented token and its successor, both by digest. */
export interface RefreshTokenRotation {
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

/**
 * - `rotated`: the presented token was live, and its successor is now
 * - `repeated`: it was rotated a moment ago, and its successor is still unused
 * - `reused`: it was rotated before that, or is not a token of the family: everything of the authorization must be revoked
 * - `invalid`: unknown, expired, or another client's
 */
export type RotationOutcome = 'rotated' | 'repeated' | 'reused' | 'invalid'

/** How many families one user may have at one client. Beyond it, those are removed that were unused for longest. */
export const familiesOfUser = 1000

/** Stores refresh token families. */
export interface RefreshTokenStore {
  /** Stores a family with its first token. */
  insert(family: RefreshTokenFamily, token: { readonly digest: string; readonly expiresAt: number }): Promise<void>
  /**
   * A family that has not ended, by its id; whether the token that led here is live is for `rotate` to say.
   * Endpoints find the family of a token through `registry.tokenKinds`, which knows the form of tokens.
   */
  find(id: string, now: number): Promise<RefreshTokenFamily | undefined>
  /**
   * Puts the successor in the place of the presented token. Of any number of parallel calls exactly one gets `rotated`, the
   * others `repeated`. A call for another client changes nothing.
   */
  rotate(rotation: RefreshTokenRotation): Promise<RotationOutcome>
  /** Of more than `limit` families of the subject at the client removes those whose live tokens expire first. */
  keepLatest(subject: string, clientId: string, limit: number): Promise<void>
  /** Removes at most `limit` families whose live token has expired. */
  deleteExpired(now: number, limit: number): Promise<number>
}
