// What serving needs and gives, whatever the runtime.

export interface ServeOptions {
  readonly fetch: (request: Request) => Promise<Response>
  readonly hostname: string
  /** 0 takes a free port. */
  readonly port: number
  /** PEM. */
  readonly tls?: { readonly cert: string, readonly key: string }
}

export interface Served {
  readonly port: number
  /** Takes no new connections, waits for requests under way (at most `limit` milliseconds), then closes what is left. */
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
