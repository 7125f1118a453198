// What one token response stores: the redemption of what was presented, and the rows of the tokens. All of it takes effect, or nothing.
import type { AccessToken } from './access-token.ts'
import type { AuthorizationCodeRedemption } from './authorization-code.ts'
import type { NewRefreshToken, RefreshTokenRotation } from './refresh-token.ts'

/** What is redeemed, by its kind. A package with a store that redeems adds its kind by declaration merging. */
export interface Redemptions {
  readonly code: AuthorizationCodeRedemption
  readonly rotation: RefreshTokenRotation
}

/** What was presented and may be used once. */
export type Redemption = Redemptions[keyof Redemptions]

/** Something that may be used once and has no row before its use, such as the `jti` of an assertion. */
export interface OneTimeUse {
  /** Unique per issuer and purpose. */
  readonly id: string
  /** Milliseconds since the epoch, until which the id is remembered. */
  readonly expiresAt: number
}

/** What is stored for one token response. */
export interface Issuance {
  /** Absent where nothing that was presented has to be redeemed. Alone, it redeems without issuing anything. */
  readonly redeems?: Redemption | undefined
  /** What else was presented and may be used once. Only with the store `assertionIds`. */
  readonly uses?: readonly OneTimeUse[] | undefined
  /** The row of an opaque access token. A JWT has none. */
  readonly accessToken?: AccessToken | undefined
  /** The first refresh token of a new family. */
  readonly refreshToken?: NewRefreshToken | undefined
}

/**
 * - `issued`: everything is stored, and what was presented is redeemed
 * - `repeated`: everything is stored; the refresh token was rotated a moment ago, and its successor is still unused
 * - `reused`: nothing is stored; what was presented was redeemed before: everything of the authorization must be revoked
 * - `invalid`: nothing is stored; what was presented is unknown, expired, or another client's
 * - `taken`: nothing is stored; the number of the access token is taken
 * - `replayed` with an id: nothing is stored; the use with this id happened before
 */
export type IssuanceOutcome = 'issued' | 'repeated' | 'reused' | 'invalid' | 'taken' | `replayed ${string}`

/** Stores issued tokens. */
export interface IssuanceStore {
  /**
   * Redeems and stores in one transaction. Of any number of parallel calls that redeem the same authorization code exactly one gets
   * `issued`, the others `reused`; of those that rotate the same refresh token exactly one gets `issued`, the others `repeated`; of those with
   * the same use exactly one gets `issued`, the others `replayed`.
   */
  commit(issuance: Issuance): Promise<IssuanceOutcome>
}
