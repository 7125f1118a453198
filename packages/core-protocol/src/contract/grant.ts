// What a grant declares: a `grant_type` of the token endpoint, response types of the authorization endpoint, and further kinds of tokens.
import type { GenericSchema } from 'valibot'
import type { OAuthError } from '../errors/oauth-error.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { AccessToken } from '../ports/access-token.ts'
import type { Authorization, Holders, TokenSelection } from '../ports/authorization.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorized.ts'
import type { AuthorizationRequest } from '../ports/authorization-request.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import type { NewRefreshToken } from '../ports/refresh-token.ts'
import type { Session } from '../ports/session.ts'
import type { StoreName } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import type { Context } from './context.ts'
import type { Part } from './part.ts'

/**
 * A `grant_type` of the token endpoint, and what comes with it. https://www.rfc-editor.org/rfc/rfc6749#section-1.3
 * `P` is the type of its parameters, `M` the client authentication methods that it accepts.
 */
export interface Grant<
  S extends StoreName = never,
  P = unknown,
  M extends ClientAuthenticationMethod = ClientAuthenticationMethod,
> extends Part<S> {
  readonly kind: 'grant'
  readonly grantType: string
  /** The methods that the grant accepts; empty when the grant authenticates the caller by its own parameters. */
  readonly clientAuthenticationMethods: readonly M[]
  /** The kinds of clients that may use the grant; others are refused with `unauthorized_client`. Default: every kind. */
  readonly clientKinds?: readonly Client['kind'][]
  /** Parameters that may occur more than once; the schema is given a list of their values. All others occur once. */
  readonly repeatable?: readonly string[]
  /** The grant's parameters. A parameter that does not match is an `invalid_request` that names it. */
  readonly parameters: GenericSchema<unknown, P>
  /**
   * Decides what is authorised. Core turns it into tokens. What was presented and may be used once is not redeemed here: the grant names it
   * in `Authorization.redeems`, and core redeems it in the transaction that stores the tokens.
   * @throws OAuthError
   */
  readonly authorize: (request: GrantRequest<NoInfer<P>, NoInfer<M>>, context: Context<NoInfer<S>>) => Awaitable<Authorization>
  /**
   * Says what becomes of an authorization that redeems something, when no tokens are issued for it: e.g. ends it, because what was presented
   * was used before.
   * @returns the error that is answered
   */
  readonly refuse?: (refusal: Refusal, context: Context<NoInfer<S>>) => Promise<OAuthError>
  readonly responseTypes?: readonly ResponseType<S>[]
  /** Tokens other than access and ID tokens that the part adds to token responses. */
  readonly tokenKinds?: readonly TokenKind<S>[]
  /** Declared by a part that derives authorizations from earlier tokens. */
  readonly tokenOrigin?: TokenOrigin<S>
}

/** A grant that is used only at the authorization endpoint. https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth */
export interface FrontChannelGrant<S extends StoreName = never> extends Part<S> {
  readonly kind: 'front_channel_grant'
  readonly grantType?: undefined
  readonly responseTypes: readonly ResponseType<S>[]
  readonly tokenKinds?: undefined
  readonly tokenOrigin?: undefined
}

/** A grant of the token endpoint with any stores. The two types differ in whether the grant receives a client. */
export type AnyTokenGrant<P = never> = Grant<StoreName, P> | Grant<StoreName, P, never>

/** A grant with any stores. */
export type AnyGrant = AnyTokenGrant | FrontChannelGrant<StoreName>

/** Whether the grant authenticates the caller by its own parameters, and accepts no client authentication. */
export function isSelfAuthenticating<G extends { readonly clientAuthenticationMethods: readonly ClientAuthenticationMethod[] }>(
  grant: G,
): grant is Extract<G, { readonly clientAuthenticationMethods: readonly never[] }> {
  return grant.clientAuthenticationMethods.length === 0
}

/** Why no tokens are issued for an authorization. Nothing was stored, and nothing redeemed. */
export interface Refusal {
  readonly authorization: Pick<Authorization, 'id' | 'client' | 'subject' | 'redeems'>
  /** That what was presented cannot be redeemed, see `IssuanceOutcome`, or the error for which there are no tokens. */
  readonly reason: 'reused' | 'invalid' | `replayed ${string}` | OAuthError
}

/** Parameters as they were sent: a list of values where the grant declares one repeatable. */
export type GrantParameters = Readonly<Record<string, string | readonly string[]>>

/** A token request as its grant is given it. */
export interface GrantRequest<P, M extends ClientAuthenticationMethod> {
  readonly parameters: P
  /** The authenticated client; none when the grant accepts no client authentication. */
  readonly client: [M] extends [never] ? undefined : Client
}

/** A kind of token that a part makes, whichever grant authorised it. */
export interface TokenKind<S extends StoreName = never> {
  /** The member of the token response. */
  readonly member: 'refresh_token'
  /** The scope that asks for it. Where the token is not issued, the scope is not granted. */
  readonly scope: 'offline_access'
  /** Whether the client may have it. */
  readonly admits: (client: Client) => boolean
  /** Makes a token for an authorization that asks for one. Core stores its row. */
  readonly make: (authorization: Authorization, context: Context<NoInfer<S>>) => { readonly token: string; readonly row: NewRefreshToken }
  /**
   * Finds the client and the authorization of a token of this kind, whether it was used or not, as long as its authorization could yield
   * tokens. Core revokes the token by ending the authorization: the part refuses tokens of an authorization that has ended.
   * @returns undefined for any other text
   */
  readonly find: (token: string, context: Context<NoInfer<S>>) => Promise<TokenOwner | undefined>
}

/** To whom a token was issued, and from which act of authorization. */
export interface TokenOwner {
  readonly authorizationId: string
  readonly clientId: string
}

/**
 * The part that derives authorizations from earlier tokens. It records them as `Authorization.origin`. Core and the part that refreshes
 * tokens store the record with every token they issue, and ask the part at each use, without knowing the content of the record. At most one
 * part of a composition declares it. It is also asked while the feature flag of the part is off, so that tokens that were issued before
 * stay valid.
 */
export interface TokenOrigin<S extends StoreName = never> {
  /**
   * Whether everything that an authorization was derived from is still valid.
   * @returns what the authorization depends on in addition to its subject and its client; undefined when part of the origin is not valid any more
   */
  readonly holders: (derived: DerivedAuthorization, context: Context<NoInfer<S>>) => Promise<Holders | undefined>
}

/** An authorization that was derived from earlier tokens, as the part that derived it is asked about it. */
export interface DerivedAuthorization {
  readonly origin: AuthorizationOrigin
  /** Who acts for the subject. */
  readonly actor: Actor | undefined
  /** How the acting user signed in; undefined where nothing says it. */
  readonly authentication: AccessToken['authentication']
  /** The active user that the tokens are about. */
  readonly subject: User
}

/** A `response_type` of the authorization endpoint. */
export interface ResponseType<S extends StoreName = never> {
  /** In canonical order: `code`, `id_token`, `id_token token`. */
  readonly responseType: string
  /** https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes: `query` is refused where the default is `fragment`. */
  readonly defaultResponseMode: 'query' | 'fragment'
  /** What the response type requires of the request, e.g. PKCE of public clients. @throws OAuthError */
  readonly check: (request: AuthorizationRequest, client: Client) => void
  /** Responds to a request that its user has authorized. */
  readonly respond: (granted: GrantedRequest, context: Context<NoInfer<S>>) => Promise<AuthorizationAnswer>
}

/** An authorization request together with the session of its user. */
export interface GrantedRequest {
  readonly request: AuthorizationRequest
  readonly client: Client
  readonly session: Session
  readonly user: User
  readonly amr: readonly string[]
  readonly acr: string
}

/** Either response parameters as they are, or an authorization that core turns into the selected tokens. */
export type AuthorizationAnswer =
  | { readonly parameters: Readonly<Record<string, string>> }
  | { readonly authorization: Authorization; readonly tokens: TokenSelection }
