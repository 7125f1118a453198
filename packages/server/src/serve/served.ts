// What `serve` takes and gives, on whatever runtime.
import type { Answer, HttpRequest } from '@symbolon/core-protocol'

/** Who sent a request. */
export interface Peer {
  /** The address at the other end of the connection; no header has a say in it. */
  readonly remoteAddress: string | undefined
}

/** Milliseconds. */
export interface ConnectionLimits {
  /** A client that greets, sends its head, or sends all of its request slower than this is cut off. */
  readonly handshakeTimeout: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  /** How late that may be noticed. */
  readonly connectionsCheckingInterval: number
}

/** What `serve` serves: a provider, or what hands requests on to one. */
export interface Answering {
  answer(request: HttpRequest, peer: Peer): Promise<Answer>
}

/** Options of `serve`. */
export interface ServeOptions {
  readonly hostname: string
  /** 0 takes a free port. */
  readonly port: number
  /** PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** How long clients may hold connections, where it differs from the defaults; the same on every runtime. */
  readonly connections?: Partial<ConnectionLimits>
}

/** A server that listens. */
export interface Served {
  readonly port: number
  /**
   * Announces the end on connections in use, takes no new ones, waits for requests under way (at most `limit` milliseconds), then
   * closes what is left.
   */
  drain(limit: number): Promise<void>
}

/** The address cannot be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
