// An authorization request that waits for the user. It is bound to the browser that brought it, by the digest of a cookie.
import type { AuthorizationRequest } from '../authorization/authorization-request.ts'

export interface PendingAuthorizationRequest {
  readonly id: string
  /** Digest of the browser's cookie for this request; absent until a browser has picked the request up. */
  readonly browser?: string
  readonly request: AuthorizationRequest
  /** The session that the user chose or made for this very request. */
  readonly sessionId?: string
  /** The login name that was typed, kept between the steps. */
  readonly loginName?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface AuthorizationRequestStore {
  insert(pending: PendingAuthorizationRequest): Promise<void>
  find(id: string, now: number): Promise<PendingAuthorizationRequest | undefined>
  /** Binds an unbound request to a browser. @returns whether this call did it */
  bind(id: string, browser: string): Promise<boolean>
  /** Remembers what the user did; a member that is absent stays, `null` clears it. */
  update(id: string, progress: { readonly sessionId?: string | null, readonly loginName?: string | null }): Promise<void>
  /** Removes and returns the request: of parallel calls exactly one gets it, so one request yields one answer. */
  take(id: string, now: number): Promise<PendingAuthorizationRequest | undefined>
  deleteExpired(now: number, limit: number): Promise<number>
}
