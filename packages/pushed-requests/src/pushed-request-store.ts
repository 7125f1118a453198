// The store of pushed requests, and the words that this package adds to those of core.
import type { AuthorizationRequest } from '@symbolon/core-protocol'

/** A request that a client has pushed. */
export interface PushedRequest {
  /** The digest of the reference in its `request_uri`. */
  readonly digest: string
  readonly clientId: string
  /** Whose space the request takes: the organization of the client, or the client where it has none. */
  readonly owner: string
  readonly request: AuthorizationRequest
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Until when a browser may bring its `request_uri`. */
  readonly expiresAt: number
  /** Until when a user who came in time may finish. */
  readonly keptUntil: number
}

/** Stores pushed requests until they are answered. */
export interface PushedRequestStore {
  /**
   * Stores the request.
   * @param limit bytes that all requests take together. At the limit, requests of the owners that take the most space are removed: of their client
   *   that takes the most, the oldest first.
   */
  insert(pushed: PushedRequest, limit: number): Promise<void>
  /** @returns the request while a browser may bring it; undefined also for the request of another client */
  find(asked: Pick<PushedRequest, 'digest' | 'clientId'>, now: number): Promise<AuthorizationRequest | undefined>
  /** Removes the request: of concurrent calls exactly one returns true. */
  take(digest: string, now: number): Promise<boolean>
  deleteExpired(now: number, limit: number): Promise<number>
}

declare module '@symbolon/core-protocol' {
  interface Stores {
    readonly pushedRequests: PushedRequestStore
  }
  interface ProviderMetadata {
    readonly pushed_authorization_request_endpoint?: string
    readonly require_pushed_authorization_requests?: boolean
  }
}
