// What an authorization says of its authentication, actor and origin, and what tokens keep of it.

/** https://www.rfc-editor.org/rfc/rfc8693#section-4.1 */
export interface Actor {
  readonly iss?: string
  readonly sub: string
  readonly act?: Actor
}

/**
 * The earlier tokens that an authorization was derived from: lists of ids, under names that the part chooses that derived it.
 * Core stores the record and does not read it: see `TokenOrigin`.
 */
export type AuthorizationOrigin = Readonly<Record<string, readonly string[]>>

/** How and when the user authenticated. */
export interface AuthorizedAuthentication {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly amr: readonly string[]
  readonly acr: string
  readonly sessionId?: string | undefined
}
