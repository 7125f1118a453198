// Opaque access tokens and personal access tokens, one row each, stored by digest. JWT access tokens have no row. A revocation ends a token
// of either format.
import type { Actor, Authorization, AuthorizationOrigin } from './authorization.ts'

/** An opaque access token, without the token itself. */
export interface AccessToken {
  /** `jti`. */
  readonly id: string
  /** SHA-256 of the token, base64url. */
  readonly digest: string
  /** Everything that is issued from one authorization carries this id. */
  readonly authorizationId: string
  readonly clientId: string
  readonly subject: string
  readonly sessionId?: string
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  /** Claims asked for by name through the `claims` parameter for userinfo. */
  readonly userinfoClaims?: readonly string[]
  /** Who acts for the subject. */
  readonly actor?: Actor
  /** How and when the user authenticated. */
  readonly authentication?: Pick<NonNullable<Authorization['authentication']>, 'at' | 'amr' | 'acr'>
  /** What its authorization was derived from. */
  readonly origin?: AuthorizationOrigin
  /** Milliseconds since the epoch: how long refresh tokens of the authorization live, where the scope has asked for one. */
  readonly offlineUntil?: number
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Stores opaque access tokens. */
export interface AccessTokenStore {
  insert(token: AccessToken): Promise<void>
  find(digest: string): Promise<AccessToken | undefined>
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
  /** The active, unexpired token of this id. Nobody presents an id: it is for what was made of the token earlier. */
  findById(id: string, now: number): Promise<PersonalAccessToken | undefined>
}
