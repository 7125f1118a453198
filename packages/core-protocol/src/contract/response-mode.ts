// Response modes of other specifications, such as signed authorization responses.
// https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes, https://openid.net/specs/oauth-v2-jarm.html
import type { StoreName } from '../ports/stores.ts'
import type { Context } from './context.ts'
import type { Part } from './part.ts'

/** How parameters reach a client: the modes of core, which carry those of parts. */
export type CarryingMode = 'query' | 'fragment' | 'form_post'

/** A name that stands for one of two modes, by the default mode of the response type. */
export type ModeShorthand = Readonly<Record<'query' | 'fragment', string>>

/** Response modes that encode the parameters of the response. */
export interface ResponseModePart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'response_mode'
  /**
   * The modes by name, each with the mode that carries it, and names that stand for one of them. What carries tokens in a fragment is not carried in a
   * query. Discovery lists all names.
   * ```ts
   * { 'query.jwt': 'query', 'fragment.jwt': 'fragment', jwt: { query: 'query.jwt', fragment: 'fragment.jwt' } }
   * ```
   */
  readonly modes: Readonly<Record<string, CarryingMode | ModeShorthand>>
  /** Encodes a response, successful or not. @returns the only parameters that travel */
  readonly encode: (response: AuthorizationResponse, context: Context<NoInfer<S>>) => Promise<Readonly<Record<string, string>>>
}

/** A response to an authorization request, before it is encoded. */
export interface AuthorizationResponse {
  /** The client that it is for. */
  readonly clientId: string
  /** With `state` and `iss`. */
  readonly parameters: Readonly<Record<string, string>>
}
