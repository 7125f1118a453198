// What `serve` takes and returns, on every runtime.
import type { Answer, Awaitable, HttpRequest } from '@symbolon/core-protocol'
import { CompositionError } from '../compose/composition-error.ts'

/** Who sent a request. */
export interface Peer {
  /** The address at the other end of the connection. No header changes it. */
  readonly remoteAddress: string | undefined
}

/** Milliseconds. */
export interface ConnectionLimits {
  /** A client whose TLS handshake, header section or whole request takes longer is disconnected. */
  readonly handshakeTimeout: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  /** The time between two checks of these limits. */
  readonly connectionsCheckingInterval: number
}

/** What `serve` serves: a provider, or an object that passes requests to one. */
export interface Answering {
  answer(request: HttpRequest, peer: Peer): Awaitable<Answer>
}

/** What is mounted in a host: a provider, which knows its paths. */
export interface Mounted extends Answering {
  owns(request: { readonly url?: string | undefined }): boolean
}

/**
 * A promise of a provider would answer each request with an error.
 * @param by the function that takes the provider
 * @throws CompositionError provider_missing
 */
export function checkAnswering(by: string, provider: unknown): void {
  if (typeof provider === 'object' && provider !== null && 'answer' in provider) return
  const cause = provider instanceof Promise ? 'a promise of one: write await createProvider({ … })' : 'something else'
  throw new CompositionError('provider_missing', `${by}() takes a provider, and was given ${cause}.`)
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
