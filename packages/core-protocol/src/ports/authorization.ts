// An authorization: what a grant has authorized. Grants return it, and only core turns it into tokens.
import type { ClaimsRequest } from './authorization-request.ts'
import type { Actor, AuthorizationOrigin, AuthorizedAuthentication } from './authorized.ts'
import type { Client } from './client.ts'
import type { OneTimeUse, Redemption } from './issuance.ts'

/** What an authorization depends on, by kind and id, e.g. `user alice`. */
export type Holders = Readonly<Record<string, Holder>>

/** A user, a client or a personal access token that an authorization depends on. */
export interface Holder {
  /** Milliseconds since the epoch. Distinguishes it from an earlier authorization of the same id. */
  readonly createdAt: number
  /** How often everything that was issued to it has been ended. */
  readonly timesEnded: number
}

/** The token that an exchange issues, of any type. The answer holds it in the member `access_token`. */
export interface RequestedToken {
  readonly format: 'opaque' | 'jwt' | 'id_token'
  /** `issued_token_type`, https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1 */
  readonly type: string
}

/** The tokens that a response may carry. */
export type TokenSelection = readonly ('access_token' | 'id_token' | 'refresh_token')[]

/** What was authorized, and for which user. */
export interface Authorization {
  /** Everything that is issued from one authorization carries this id, and ends with it. */
  readonly id: string
  readonly client: Client
  /** The id of the user, human or service. */
  readonly subject: string
  readonly scope: readonly string[]
  /** The audience of the access token, e.g. `projectAudience`. */
  readonly audience: readonly string[]
  /** How and when the user authenticated; absent without an authentication. */
  readonly authentication?: AuthorizedAuthentication | undefined
  readonly nonce?: string | undefined
  readonly claims?: ClaimsRequest | undefined
  /** What has to be redeemed, in the transaction that stores the tokens. */
  readonly redeems?: Redemption | undefined
  /** What else may be used once, and is used in the same transaction. */
  readonly uses?: readonly OneTimeUse[] | undefined
  /** The assertion that authenticated the client. It is used in the same transaction as well. */
  readonly clientAssertion?: OneTimeUse | undefined
  /** The authorization code that is redeemed: its hash goes into the ID token. */
  readonly code?: string | undefined
  /** Which tokens may be issued from it; absent: all that the scope asks for. */
  readonly tokens?: TokenSelection | undefined
  /** An existing refresh token, which is answered instead of a new one. */
  readonly refreshToken?: string | undefined
  readonly actor?: Actor | undefined
  readonly origin?: AuthorizationOrigin | undefined
  /**
   * The validity of the subject, the client and everything else that it depends on, at the time when the subject was authorized. A change
   * since then ends the issued tokens. Absent: the validity of subject, client and actors at the time of issue.
   */
  readonly validity?: string | undefined
  readonly requestedToken?: RequestedToken | undefined
  /** Milliseconds since the epoch. No access token and no ID token that is issued from it now lives longer. */
  readonly endsAt?: number | undefined
  /** Milliseconds since the epoch. No refresh token of it lives longer, nor one of anything that its tokens are exchanged for. */
  readonly offlineUntil?: number | undefined
}
