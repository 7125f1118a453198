// The contract of composition. A part is a plain value that declares what it needs and what it adds; the provider is a fold
// over such declarations. Parts never hook into one another: a part that needs more from another changes this file.
import type { GenericSchema } from 'valibot'
import type { AuthorizationRequest } from '../ports/authorization-request.ts'
import type { Authorization, TokenSelection } from '../ports/authorization.ts'
import type { ProviderFeatures } from './features.ts'
import type { Answer, GivenAnswer } from '../http/responses.ts'
import type { ProviderMetadata } from './provider-metadata.ts'
import type { DisplayedError, RedirectTarget } from '../errors/oauth-error.ts'
import type { AuditEvent } from '../ports/audit-event.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import type { FeatureName } from '../ports/feature.ts'
import type { SecretHashing } from '../ports/secret-hashing.ts'
import type { Session } from '../ports/session.ts'
import type { StoreName, Stores } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import type { ProviderKeys } from '../keys/provider-keys.ts'
import type { Sealing } from '../crypto/sealing.ts'

export interface Part<S extends StoreName = never> {
  readonly name: string
  /** The storage ports that the part's context will hold, and no others. */
  readonly stores: readonly S[]
  /** What the part adds to discovery: lists are united, other members have one owner. */
  readonly metadata?: Partial<ProviderMetadata>
  /** The flag that the part hangs on: while it is off, the provider answers as if the part were not composed. Of grants, endpoints and limits. */
  readonly feature?: FeatureName
}

/** Seconds. */
export interface Lifetimes {
  readonly accessToken: number
  readonly idToken: number
  readonly authorizationCode: number
  readonly authorizationRequest: number
  readonly session: number
  /** How long a refresh token may lie unused. */
  readonly refreshTokenIdle: number
  /** How long the refresh tokens of one authorization live at most. */
  readonly refreshToken: number
  /** How long after its use a refresh token still answers with the same successor. */
  readonly refreshTokenReuse: number
}

/** Structured log; implementations redact, callers never pass secrets. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** What a part sees of the provider. Touching a store that the part did not declare does not compile, and is not there. */
export interface Context<S extends StoreName = never> {
  readonly issuer: string
  /** The product part of reserved scopes and claims, e.g. `symbolon` in `urn:symbolon:iam:…`. */
  readonly vendor: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** 256 random bits as 43 characters of base64url. */
  readonly randomToken: () => string
  readonly lifetimes: Lifetimes
  readonly log: Log
  readonly keys: ProviderKeys
  readonly sealing: Sealing
  /** Verifies client secrets that were imported as hashes, at their first use. Without it they open nothing. */
  readonly secretHashing?: SecretHashing
  readonly registry: Registry
  readonly features: ProviderFeatures
  /** Writes events to the audit trail, if one is composed. */
  readonly audit: (...events: readonly AuditEvent[]) => Promise<void>
  readonly stores: Pick<Stores, S>
}

/** What an endpoint sees of the provider while it answers one request. */
export interface RequestContext<S extends StoreName = never> extends Context<S> {
  /**
   * The address of whoever sent the request, where the runtime tells it: the peer's, or the one that trusted proxies name. Limits, audit
   * events and whatever else asks where a request comes from use this one.
   */
  readonly remoteAddress: string | undefined
  /** Whether the request came through a proxy, or says so: then a loopback address is not that of a program on this machine. */
  readonly forwarded: boolean
}

/** A route. */
export interface Endpoint<S extends StoreName = never> extends Part<S> {
  readonly path: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE')[]
  /** The discovery member that publishes the endpoint's URL. */
  readonly member?: keyof ProviderMetadata
  /** Which browser origins may read the answers: all, those that active apps registered, or none. */
  readonly cors: 'any' | 'registered' | 'none'
  /** Whether people see its answers: then a login has to be composed, whose pages they are. */
  readonly showsPages?: boolean
  readonly handle: (request: Request, context: RequestContext<NoInfer<S>>) => Promise<Response | Answer>
}

/** A `grant_type` of the token endpoint, and what comes with it. https://www.rfc-editor.org/rfc/rfc6749#section-1.3 */
export interface Grant<S extends StoreName = never, P = unknown> extends Part<S> {
  readonly grantType: string
  /** The methods that the grant takes; empty when the grant authenticates by its own parameters. */
  readonly clientAuthenticationMethods: readonly ClientAuthenticationMethod[]
  /** Parameters that may stand more than once; the schema is given a list of their values. All others stand once. */
  readonly repeatable?: readonly string[]
  /** The grant's parameters; an issue that it raises becomes `invalid_request`. */
  readonly parameters: GenericSchema<unknown, P>
  /** Decides what is authorised. Core turns it into tokens. @throws OAuthError */
  authorize(request: GrantRequest<P>, context: Context<NoInfer<S>>): Promise<Authorization>
  readonly responseTypes?: readonly ResponseType<S>[]
  /** Tokens beside access and ID token that the part adds to token responses. */
  readonly tokenKinds?: readonly TokenKind<S>[]
}

/** A grant that is used at the authorization endpoint alone. https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth */
export interface FrontChannelGrant<S extends StoreName = never> extends Part<S> {
  readonly grantType?: undefined
  readonly responseTypes: readonly ResponseType<S>[]
  readonly tokenKinds?: undefined
}

/** A kind of token that a part makes, whichever grant authorised it. */
export interface TokenKind<S extends StoreName = never> {
  /** The member of the token response. */
  readonly member: 'refresh_token'
  /** The scope that asks for it. Where the token is not given, the scope is not granted. */
  readonly scope: 'offline_access'
  /** Whether the client may have it. */
  readonly admits: (client: Client) => boolean
  /** Makes a token for an authorization that asks for one. */
  readonly issue: (authorization: Authorization, context: Context<NoInfer<S>>) => Promise<string>
  /**
   * Whose a token of this kind is, used or not, as long as its authorization could yield tokens. Core revokes it by ending the
   * authorization: the part refuses what hangs on an ended one.
   * @returns undefined for every other text
   */
  readonly find: (token: string, context: Context<NoInfer<S>>) => Promise<TokenOwner | undefined>
}

/** To whom a token was issued, and from which act of authorization. */
export interface TokenOwner {
  readonly authorizationId: string
  readonly clientId: string
}

/** Parameters as they were sent: a list of values where the grant lets one repeat. */
export type GrantParameters = Readonly<Record<string, string | readonly string[]>>

export interface GrantRequest<P> {
  readonly parameters: P
  /** The authenticated client; absent when the grant takes no client authentication. */
  readonly client: Client | undefined
}

/** A `response_type` of the authorization endpoint. */
export interface ResponseType<S extends StoreName = never> {
  /** In canonical order: `code`, `id_token`, `id_token token`. */
  readonly responseType: string
  /** https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes: `query` is refused where the default is `fragment`. */
  readonly defaultResponseMode: 'query' | 'fragment'
  /** The response type's own demands on the request, e.g. PKCE of public clients. @throws OAuthError */
  check(request: AuthorizationRequest, client: Client): void
  /** Answers a request that its user has authorised. */
  readonly respond: (granted: GrantedRequest, context: Context<NoInfer<S>>) => Promise<AuthorizationAnswer>
}

/** An authorization request together with the session that answers it. */
export interface GrantedRequest {
  readonly request: AuthorizationRequest
  readonly client: Client
  readonly session: Session
  readonly user: User
  readonly amr: readonly string[]
  readonly acr: string
}

/** Either response parameters as they are, or an authorization that core turns into tokens of these kinds. */
export type AuthorizationAnswer =
  | { readonly parameters: Readonly<Record<string, string>> }
  | { readonly authorization: Authorization, readonly tokens: TokenSelection }

/** How users sign in. */
export interface LoginPart<S extends StoreName = never> extends Part<S> {
  /** The pages, all under `path`. */
  readonly endpoints: readonly AnyEndpoint[]
  /** Takes `?request=<id>` and leads the user through whatever is due. */
  readonly path: string
  /** What the session lacks before it may answer a request of its user; undefined when nothing. */
  readonly due: (session: Session, user: User, context: Context<NoInfer<S>>) => Promise<DueStep | undefined>
  /** The page for an error that must not be redirected. */
  readonly displayError: (error: DisplayedError, request: Request, context: Context<NoInfer<S>>) => Promise<Response>
  /** https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html */
  readonly formPost: (target: RedirectTarget, parameters: Readonly<Record<string, string>>, request: Request, context: Context<NoInfer<S>>) => Promise<Response>
  /** The page that asks whether to sign out, with one button. */
  readonly confirmSignOut: (question: SignOutQuestion, request: Request, context: Context<NoInfer<S>>) => Promise<Response>
  /** The page for somebody who signed out. */
  readonly signedOut: (signedOut: SignedOut, request: Request, context: Context<NoInfer<S>>) => Promise<Response>
  /** The page for somebody who opens the address of the service itself. */
  readonly welcome: (request: Request, context: Context<NoInfer<S>>) => Promise<Response>
}

/** What is asked of somebody whom nothing but a link brought to sign out. */
export interface SignOutQuestion {
  /** Where the form is posted to, a path of our own. */
  readonly action: string
  /** Its hidden fields. */
  readonly fields: Readonly<Record<string, string>>
  /** Preferred languages, as the request names them. */
  readonly uiLocales: readonly string[]
}

/** What is told to somebody who signed out. */
export interface SignedOut {
  /** Preferred languages, as the request names them. */
  readonly uiLocales: readonly string[]
  /** Whether other users are still signed in to this browser. */
  readonly othersRemain: boolean
  /** The application that expects them back: a URI that was found registered. */
  readonly continueTo?: string
}

/** How often the same peer may ask for the same thing. */
export interface RequestLimit<S extends StoreName = never> extends Part<S> {
  /** Asked once for each endpoint, when the provider is composed. @returns undefined where the endpoint is not limited */
  readonly guard: (endpoint: AnyEndpoint, registry: Registry) => Guard<S> | undefined
}

/** Decides about one request, before its endpoint does. It reads the body from a copy, if at all. */
export type Guard<S extends StoreName = never> = (request: Request, context: RequestContext<NoInfer<S>>) => Promise<Admission>

export type Admission =
  | {
    readonly admitted: true
    /** Told what the endpoint answered, where failures count otherwise than successes. */
    readonly answered?: (answer: GivenAnswer) => void
  }
  /** `retryAfter`: seconds, at least 1. */
  | { readonly admitted: false, readonly retryAfter: number }

/** Where audit events go. */
export interface AuditPart<S extends StoreName = never> extends Part<S> {
  readonly record: (events: readonly AuditEvent[], context: Pick<Context<NoInfer<S>>, 'now' | 'randomToken' | 'stores'>) => Promise<void>
}

/** Work that has to be done after the database is open and before the first request is answered. */
export interface StartTask<S extends StoreName = never> extends Part<S> {
  readonly run: (context: Context<NoInfer<S>>) => Promise<void>
}

/** `password`: the proof is too old; `second_factor`: one more proof is needed. */
/** `other_factor`: a policy demands a second factor of a kind that the user cannot prove. `password_change`: a new password is demanded. */
export type DueStep = 'password' | 'second_factor' | 'other_factor' | 'password_change'

/** The parts that were composed, each with the context of its own stores. */
export interface Registry {
  readonly metadata: ProviderMetadata
  readonly grants: ReadonlyMap<string, BoundGrant>
  readonly responseTypes: ReadonlyMap<string, BoundResponseType>
  /** By the member of the token response. */
  readonly tokenKinds: ReadonlyMap<string, BoundTokenKind>
  readonly login: BoundLogin | undefined
}

export interface BoundGrant {
  readonly grantType: string
  readonly clientAuthenticationMethods: readonly ClientAuthenticationMethod[]
  readonly repeatable: readonly string[]
  /** Parses the parameters and authorises. @throws OAuthError */
  authorize(parameters: GrantParameters, client: Client | undefined): Promise<Authorization>
}

export interface BoundResponseType {
  readonly responseType: string
  readonly defaultResponseMode: 'query' | 'fragment'
  check(request: AuthorizationRequest, client: Client): void
  respond(granted: GrantedRequest): Promise<AuthorizationAnswer>
}

export interface BoundTokenKind {
  readonly member: 'refresh_token'
  readonly scope: 'offline_access'
  admits(client: Client): boolean
  issue(authorization: Authorization): Promise<string>
  find(token: string): Promise<TokenOwner | undefined>
}

export interface BoundLogin {
  readonly path: string
  due(session: Session, user: User): Promise<DueStep | undefined>
  displayError(error: DisplayedError, request: Request): Promise<Response>
  formPost(target: RedirectTarget, parameters: Readonly<Record<string, string>>, request: Request): Promise<Response>
  confirmSignOut(question: SignOutQuestion, request: Request): Promise<Response>
  signedOut(signedOut: SignedOut, request: Request): Promise<Response>
  welcome(request: Request): Promise<Response>
}

// What takes a context is a property that holds a function, not a method: only there does the compiler refuse a function that
// asks for a store that the part did not declare. https://www.typescriptlang.org/tsconfig/#strictFunctionTypes
// NoInfer: `stores` alone says what the part declares.

/** Gives the literal types of `stores` to `handle`, then forgets them: what a list of endpoints can hold. */
export function defineEndpoint<const S extends StoreName>(endpoint: Endpoint<S>): AnyEndpoint {
  return endpoint
}

export function defineGrant<const S extends StoreName, P>(
  grant: Grant<S, P> & { readonly authorize: (request: GrantRequest<P>, context: Context<NoInfer<S>>) => Promise<Authorization> },
): AnyGrant {
  return grant
}

export function defineFrontChannelGrant<const S extends StoreName>(grant: FrontChannelGrant<S>): AnyGrant {
  return grant
}

export function defineLogin<const S extends StoreName>(login: LoginPart<S>): AnyLogin {
  return login
}

export function defineStartTask<const S extends StoreName>(task: StartTask<S>): AnyStartTask {
  return task
}

export function defineAudit<const S extends StoreName>(audit: AuditPart<S>): AnyAudit {
  return audit
}

export function defineRequestLimit<const S extends StoreName>(limit: RequestLimit<S>): AnyRequestLimit {
  return limit
}

/** Parts as the provider holds them, whatever stores they declare. */
export type AnyEndpoint = Endpoint<StoreName>
export type AnyGrant = Grant<StoreName, unknown> | FrontChannelGrant<StoreName>
export type AnyLogin = LoginPart<StoreName>
export type AnyStartTask = StartTask<StoreName>
export type AnyAudit = AuditPart<StoreName>
export type AnyRequestLimit = RequestLimit<StoreName>
