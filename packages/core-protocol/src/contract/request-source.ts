// Where an authorization request may come from instead of the parameters of the browser: a signed object in `request`
// (https://www.rfc-editor.org/rfc/rfc9101), or what a client left at the server before and `request_uri` names (https://www.rfc-editor.org/rfc/rfc9126).
import type { Parameters } from '../http/parameters.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { AuthorizationRequest } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'
import type { StoreName } from '../ports/stores.ts'
import type { Context } from './context.ts'
import type { Part } from './part.ts'

/** A parameter that stands for an authorization request. https://www.rfc-editor.org/rfc/rfc9101#section-5 */
export type SourceParameter = 'request' | 'request_uri'

/** A source of authorization requests. */
export interface RequestSourcePart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'request_source'
  readonly parameter: SourceParameter
  /**
   * Finds or verifies the request that a value of the parameter stands for. Only its result counts, no other parameter of the request does.
   * @returns undefined for a value that is not of this source: the next source with this parameter is asked, and if none takes it, the request is
   *   refused with `request_not_supported` or `request_uri_not_supported`
   * @throws OAuthError which the browser displays, because no redirect URI is verified, and which other endpoints return as JSON
   */
  readonly read: (asked: SourceAsked, context: Context<NoInfer<S>>) => Promise<SourcedRequest | undefined>
  /**
   * Uses up a reference when its request is answered, with a success or an error. Of concurrent calls with one reference exactly one returns
   * true. A source needs it if its requests have references: without it, a reference that `read` returns is a TypeError.
   */
  readonly use?: (reference: string, context: Context<NoInfer<S>>) => Promise<boolean>
  /** Whether the client may send authorization requests only through this source. */
  readonly isRequiredOf?: (client: Client, context: Context<NoInfer<S>>) => Awaitable<boolean>
}

/** What a source reads. */
export interface SourceAsked {
  /** The value of the parameter, at most 16 KiB. */
  readonly value: string
  /** The client that the request names. At the authorization endpoint it has proved nothing. */
  readonly client: Client
}

/** The authorization request that a value stands for. */
export type SourcedRequest =
  /** The parameters that count, which are checked as if they had been sent. Their `client_id` is that of the client. */
  | { readonly parameters: Parameters }
  /** A request of this client that `checkAuthorizationRequest` checked before. With a reference it is answered once. */
  | { readonly request: AuthorizationRequest; readonly reference?: string }
