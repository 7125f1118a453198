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

/** What is stored for one token response. */
export interface Issuance {
  /** Absent where nothing that was presented has to be redeemed. Alone, it redeems without issuing anything. */
  readonly redeems?: Redemption | undefined
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
 */
export type IssuanceOutcome = 'issued' | 'repeated' | 'reused' | 'invalid' | 'taken'

/** Stores issued tokens. */
export interface IssuanceStore {
  /**
   * Redeems and stores in one transaction. Of any number of parallel calls that redeem the same authorization code exactly one gets
   * `issued`, the others `reused`; of those that rotate the same refresh token exactly one gets `issued`, the others `repeated`.
   */
  commit(issuance: Issuance): Promise<IssuanceOutcome>
}
