// Opaque access tokens, whose rows are found by number, and personal access tokens, found by digest. JWT access tokens have no row. A
// revocation ends a token of either format.
import type { Awaitable } from '../memory/awaitable.ts'
import type { Actor, AuthorizationOrigin, AuthorizedAuthentication } from './authorized.ts'

/** An opaque access token of an earlier release, which has no number. The token itself is not stored. */
export interface EarlierAccessToken {
  /** `jti`. */
  readonly id: string
  /** SHA-256 as base64url, of the secret of the token. Of a token without number: of the token. */
  readonly digest: string
  /** Everything that is issued from one authorization carries this id. */
  readonly authorizationId: string
  readonly clientId: string
  readonly subject: string
  readonly sessionId?: string | undefined
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  /** Claims asked for by name through the `claims` parameter for userinfo. */
  readonly userinfoClaims?: readonly string[] | undefined
  /** Who acts for the subject. */
  readonly actor?: Actor | undefined
  /** How and when the user authenticated. */
  readonly authentication?: Pick<AuthorizedAuthentication, 'at' | 'amr' | 'acr'> | undefined
  /** The origin of its authorization. */
  readonly origin?: AuthorizationOrigin | undefined
  /** Milliseconds since the epoch: how long refresh tokens of the authorization live, where the scope has asked for one. */
  readonly offlineUntil?: number | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** An opaque access token, without its secret. */
export interface AccessToken extends EarlierAccessToken {
  /** The number by which the token names its row: an integer from 0 to 2^53 - 1, which grows with the time of issue. */
  readonly number: number
}

/** An opaque access token that was found. */
export interface FoundAccessToken extends AccessToken {
  /** The store has this object in memory: the next `find` returns it again unless it is displaced, so what follows from it is worth keeping. */
  readonly isKept?: true
}

/** Finds and removes opaque access tokens. `IssuanceStore` stores them. */
export interface AccessTokenStore {
  /** The caller compares the digest. Expired tokens may be found or not. */
  find(number: number): Awaitable<FoundAccessToken | undefined>
  /** Finds a token of an earlier release. No more of them are inserted. */
  findByDigest(digest: string): Promise<EarlierAccessToken | undefined>
  /**
   * Removes at most `limit` expired tokens, in the order of their numbers. A token may stay until all tokens with smaller numbers have
   * expired.
   * @returns how many were removed
   */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** A personal access token of a service user, without the token itself. */
export interface PersonalAccessToken {
  readonly id: string
  readonly userId: string
  readonly scope: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** How often everything that it was exchanged for has been ended: whenever it was switched off or on. It never goes back. */
  readonly timesEnded: number
  /** Absent: until it is removed. */
  readonly expiresAt?: number
}

/** Finds personal access tokens. Documents create and remove them. */
export interface PersonalAccessTokenStore {
  /** The active, unexpired token of this digest (SHA-256, base64url). Whether its user is active is the caller's to ask. */
  find(digest: string, now: number): Promise<PersonalAccessToken | undefined>
  /** The active, unexpired token of this id. No client presents an id: it serves tokens that were exchanged from this one. */
  findById(id: string, now: number): Promise<PersonalAccessToken | undefined>
}
