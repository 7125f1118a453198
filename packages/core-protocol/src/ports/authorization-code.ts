// Authorization codes, stored by digest. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
import type { Awaitable } from '../memory/awaitable.ts'
import type { ClaimsRequest } from './authorization-request.ts'

/** An authorization code, without the code itself, and what it authorises. */
export interface AuthorizationCode {
  /** SHA-256 of the code, base64url. */
  readonly digest: string
  /** Everything that is issued from this code carries this id. */
  readonly authorizationId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly userId: string
  readonly sessionId: string
  readonly scope: readonly string[]
  readonly nonce?: string
  readonly codeChallenge?: string
  readonly claims?: ClaimsRequest
  /** Milliseconds since the epoch. */
  readonly authenticatedAt: number
  readonly amr: readonly string[]
  readonly acr: string
  readonly issuedAt: number
  /** `validityOf` what it depends on. */
  readonly validity?: string
  readonly expiresAt: number
  /** Until when a redeemed code is remembered, so that a later reuse is recognised. */
  readonly rememberedUntil: number
}

/** A code that a client presents. */
export interface PresentedCode {
  /** SHA-256 of the code, base64url. */
  readonly digest: string
  readonly clientId: string
  readonly now: number
}

/** The redemption of a code, see `IssuanceStore`. It changes nothing if the code is another client's. */
export interface AuthorizationCodeRedemption extends PresentedCode {
  readonly kind: 'code'
}

/** A code as it is found. */
export interface FoundCode {
  readonly code: AuthorizationCode
  /** Whether the client redeemed it before: then everything that was issued from it must be revoked. */
  readonly redeemed: boolean
}

/** Stores authorization codes. */
export interface AuthorizationCodeStore {
  insert(code: AuthorizationCode): Promise<void>
  /**
   * A code of the client that can be redeemed, or that was and is remembered. A code that was redeemed a moment ago may be found as not
   * redeemed: whether it can still be redeemed is decided by `IssuanceStore.commit`.
   * @returns undefined for a code that is unknown, expired, or another client's
   */
  find(presented: PresentedCode): Awaitable<FoundCode | undefined>
  /** Removes at most `limit` codes whose `rememberedUntil` has passed. */
  deleteExpired(now: number, limit: number): Promise<number>
}
