// Authorization codes, stored by digest. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
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

/** The outcome of an attempt to redeem a code. */
export type CodeConsumption =
  | { readonly outcome: 'consumed'; readonly code: AuthorizationCode }
  /** Redeemed before, by this client: everything that was issued from it must be revoked. */
  | { readonly outcome: 'reused'; readonly code: AuthorizationCode }
  /** Unknown, expired, or another client's. */
  | { readonly outcome: 'invalid' }

/** Stores authorization codes. */
export interface AuthorizationCodeStore {
  insert(code: AuthorizationCode): Promise<void>
  /** Marks the code redeemed. Of any number of parallel calls exactly one gets `consumed`. A call for another client changes nothing. */
  consume(digest: string, clientId: string, now: number): Promise<CodeConsumption>
  /** Removes at most `limit` codes whose `rememberedUntil` has passed. */
  deleteExpired(now: number, limit: number): Promise<number>
}
