// An authorization request that waits for the user. It is bound to the browser that brought it, by the digest of a cookie.
import type { AuthorizationRequest } from './authorization-request.ts'

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

/** The room for requests that wait. Anybody can send them, without end, and need not come back to any of them. */
export interface PendingRequestRoom {
  /** Where the request comes from: requests of one source share their fate. */
  readonly source: string
  /** Bytes that all requests of all sources may take together, each counted as `pendingRequestOverhead` and its text. */
  readonly limit: number
}

/** Bytes that a request takes beside its own text: its ids, its place in indexes, and the login name that is typed. */
export const pendingRequestOverhead = 2048

export interface AuthorizationRequestStore {
  /**
   * Stores the request. Before all of them would take more than the limit, others are removed: of the sources that take the most room
   * those to which nobody has answered anything, the oldest first, and the rest only when there are no such.
   */
  insert(pending: PendingAuthorizationRequest, room: PendingRequestRoom): Promise<void>
  find(id: string, now: number): Promise<PendingAuthorizationRequest | undefined>
  /** Binds an unbound request to a browser. @returns whether this call did it */
  bind(id: string, browser: string): Promise<boolean>
  /** Remembers what the user did; a member that is absent stays, `null` clears it. */
  update(id: string, progress: { readonly sessionId?: string | null, readonly loginName?: string | null }): Promise<void>
  /** Removes and returns the request: of parallel calls exactly one gets it, so one request yields one answer. */
  take(id: string, now: number): Promise<PendingAuthorizationRequest | undefined>
  deleteExpired(now: number, limit: number): Promise<number>
}
