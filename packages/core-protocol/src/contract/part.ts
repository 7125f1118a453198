// The contract of composition. A part is a plain value that declares what it needs and what it adds; the provider is a fold over such
// declarations. Parts do not hook into each other: a part that needs more from another part changes this contract.
import type { ClaimPlace, Claims } from '../ports/claims.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Answer, GivenAnswer } from '../http/responses.ts'
import type { AuditEvent, AuditEventType } from '../ports/audit-event.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import type { FeatureName } from '../ports/instance.ts'
import type { OwnStore, StoreName } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import type { CallingUser, Context, IssuingClient, RequestOrigin } from './context.ts'
import type { AnyGrant, FrontChannelGrant, Grant } from './grant.ts'
import type { IntrospectionFormatPart } from './introspection-format.ts'
import type { LoginPart } from './login.ts'
import type { ClientMetadataMember, ClientMetadataName } from './client-metadata.ts'
import type { ComposedName, Metric } from './metrics.ts'
import type { ProviderMetadata } from './provider-metadata.ts'
import type { RequestSourcePart } from './request-source.ts'
import type { ResponseModePart } from './response-mode.ts'

/** How the audit log shows events of a type, by language, such as `en`. */
export type AuditEventTexts = Readonly<Record<string, AuditEventText>>

/** The texts of a type of events in one language. */
export interface AuditEventText {
  /** For lists of types: `Voucher issued`. */
  readonly title: string
  /** With the placeholders `{actor}`, `{object}`, `{name}` (of the object) and `{client}`: `{actor} issued a voucher`. */
  readonly sentence: string
}

/** The members that every kind of part declares. */
export interface Part<S extends StoreName = never> {
  readonly kind: PartKind
  readonly name: string
  /** The stores that the part's context holds. A name may occur twice. */
  readonly stores: readonly S[]
  /** The stores that the package of the part defines. Several parts may bring the same one. */
  readonly brings?: readonly OwnStore[]
  /** The members that the part adds to discovery. Lists are united; any other member has one owner. */
  readonly metadata?: Partial<ProviderMetadata>
  /** The members that clients have in addition while the part is composed. Each has one owner. */
  readonly clientMetadata?: { readonly [N in ClientMetadataName]?: ClientMetadataMember }
  /** The types of audit events that the part records in addition, as the audit log shows them. Each has one owner. */
  readonly auditEvents?: { readonly [T in AuditEventType]?: AuditEventTexts }
  /** The metrics that the part measures. */
  readonly metrics?: readonly Metric[]
  /**
   * The feature flag that the part depends on: while it is off, the provider answers as if the part were not composed. For grants, endpoints
   * and limits.
   */
  readonly feature?: FeatureName
}

/**
 * What the requests of an endpoint carry:
 * - `client_authentication`: the authentication of a client. Wrong secrets count per client.
 * - `bearer_token`: an access token. Invalid tokens count per address, and changes and reads per user and organization.
 * - `browser`: the navigation of a browser, such as an authorization request
 * - `form`: pages of this server with their forms. Refused forms count per address and network.
 * - `nothing`: no secret, such as the request for a public document
 *
 * Endpoints that take `browser` or `form` show pages, so a login has to be composed, which renders errors.
 */
export type RequestContent = 'client_authentication' | 'bearer_token' | 'browser' | 'form' | 'nothing'

/** A route. */
export interface Endpoint<S extends StoreName = never> extends Part<S> {
  readonly kind: 'endpoint'
  /**
   * From the root of the provider: `/oauth/v2/token`. A segment such as `:id` stands for any text without a slash. The provider puts the path of
   * the issuer before it.
   */
  readonly path: string
  /**
   * Where the path begins: at the issuer, or at the root of its host, for well-known locations that belong to the host even when the issuer has
   * a path. https://www.rfc-editor.org/rfc/rfc8615 Default: `issuer`.
   */
  readonly beginsAt?: 'issuer' | 'host'
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  /** The discovery member that publishes the endpoint's URL. */
  readonly member?: keyof ProviderMetadata
  /** Which browser origins may read the answers: all, those that active apps registered, or none. */
  readonly cors: 'any' | 'registered' | 'none'
  /** What its requests carry, which decides the limits that count them. */
  readonly takes: RequestContent
  /** May throw: the provider responds to an `OAuthError` as its code says, and to every other error with 500 or 503. A browser gets a page. */
  readonly handle: (request: HttpRequest, context: Context<NoInfer<S>>, origin: RequestOrigin) => Awaitable<Answer>
}

/** How often the same sender may ask for the same thing. */
export interface RequestLimit<S extends StoreName = never> extends Part<S> {
  readonly kind: 'limit'
  /** Called once for each endpoint, when the provider is composed. @returns undefined where the endpoint is not limited */
  readonly guard: (endpoint: AnyEndpoint) => Guard<S> | undefined
}

/** Decides about one request, before its endpoint does. */
export type Guard<S extends StoreName = never> = (
  request: HttpRequest,
  context: Context<NoInfer<S>>,
  origin: RequestOrigin,
) => Awaitable<LimitDecision>

/** Whether a request is within a limit. */
export type LimitDecision =
  | {
      readonly admitted: true
      /** Called with the endpoint's response, for limits that count only failures. */
      readonly answered?: (answer: GivenAnswer) => void
      /** Asked by the endpoint once it knows the user who calls; counts the request where it is admitted. */
      readonly caller?: (caller: CallingUser) => Extract<LimitDecision, { admitted: false }> | undefined
      /** Asked by the token endpoint once it knows the client; counts the request where it is admitted. */
      readonly tokens?: (client: IssuingClient) => Extract<LimitDecision, { admitted: false }> | undefined
    }
  /** `retryAfter`: seconds, at least 1. `limit`: which of the limits of the part it was, for metrics. */
  | { readonly admitted: false; readonly retryAfter: number; readonly limit?: ComposedName }

/** Where audit events go. */
export interface AuditPart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'audit'
  /**
   * Whether whatever happened waits until it is recorded, and fails when that fails. Default true. Where it is false, no answer waits, and a
   * failure is logged.
   */
  readonly essential?: boolean
  readonly record: (events: readonly AuditEvent[], context: Pick<Context<NoInfer<S>>, 'now' | 'randomToken' | 'stores'>) => Promise<void>
}

/** What a client is made with. */
export interface ClientContext extends Pick<Context, 'issuer' | 'sealing' | 'vendor'> {
  /** The composed grants of people who signed in to an application: grants with a response type, or with further kinds of tokens. */
  readonly grantTypes: readonly string[]
}

/** A client that is part of the provider, such as its console: no document describes, changes or exports it. */
export interface ClientPart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'client'
  /** Its id, which no stored client, service user or project gets. */
  readonly clientId: (vendor: string) => string
  /**
   * @returns the client; its `orgId` is empty, and it has no project. Its secret may follow from the master key, so that all processes of an
   *   instance know it and no database holds it.
   */
  readonly client: (context: ClientContext) => Client
}

/** Clients that the host finds by itself. */
export interface ClientSourcePart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'client_source'
  readonly find: (clientId: string, context: ClientContext) => Promise<Client | undefined>
  readonly hasOrigin: (origin: string) => Promise<boolean>
}

/** Which users of documents count, in addition to the users of the host. */
export type StoredUserKinds = 'none' | 'service_users' | 'all'

/** The users of the host, in place of stored ones. */
export interface UsersPart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'users'
  /** Which stored users exist in addition to the users of the host. */
  readonly stored: StoredUserKinds
  /** Of the scopes `profile`, `email`, `phone` and `address` those whose claims the users of the host can have. Default: all. */
  readonly scopes?: readonly string[]
  /** Finds a user in any state. */
  readonly find: (userId: string) => Promise<User | undefined>
  /** @param name in canonical form (`canonicalLoginName`) */
  readonly findByLoginName: (name: string) => Promise<User | undefined>
}

/** What claims are read for. */
export interface ClaimsAsked {
  readonly user: User
  /** The client that the token is issued to; undefined for a personal access token. */
  readonly client: Client | undefined
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly place: ClaimPlace
  /** The claims that are asked for here. */
  readonly names: readonly string[]
}

/** Claims of the host's own, see `defineClaims`. */
export interface ClaimsPart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'claims'
  readonly claims: readonly string[]
  readonly scopes: readonly string[]
  readonly places: readonly ClaimPlace[]
  readonly read: (asked: ClaimsAsked, context: Context<NoInfer<S>>) => Promise<Claims>
}

/** What is asked of a scope of the host's own. */
export interface ScopeAsked {
  readonly client: Client
  /** Whom the tokens are about: a person, or a service user. */
  readonly user: User
}

/** A scope of the host's own, see `defineScope`. */
export interface ScopePart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'scope'
  readonly scope: string
  readonly admits: (asked: ScopeAsked, context: Context<NoInfer<S>>) => Promise<boolean>
}

/** How a document is applied. */
export interface DocumentOptions {
  /** Reports the changes without making them, and generates nothing. */
  readonly dryRun?: boolean
}

/** One object of a document: its place, and what became of it. */
export interface DocumentEntry {
  /** For example `orgs[0].oidcApps[2]`. */
  readonly path: string
  readonly kind: string
  readonly key: readonly string[]
  /** `created`, `changed`, `same`, `removed`, `kept`, `refused`, `ignored` or `notice`. */
  readonly action: string
  /** A stable code. */
  readonly reason?: string
  /** The member that the reason is about. */
  readonly member?: string
  /** Values that were generated. They can never be read again. */
  readonly generated?: { readonly clientId?: string; readonly clientSecret?: string; readonly token?: string }
}

/** What became of a document. */
export interface DocumentReport {
  readonly entries: readonly DocumentEntry[]
}

/** Brings an instance to what a document says. `R` is the report. */
export interface DocumentsPart<S extends StoreName = never, R extends DocumentReport = DocumentReport> extends Part<S> {
  readonly kind: 'documents'
  /** Applies a document for the host of the provider, who may do everything. */
  readonly apply: (document: unknown, options: DocumentOptions, context: Context<NoInfer<S>>) => Promise<R>
  /** Applies a document for a part, with the rights that the caller has at that time. */
  readonly applyAs: (
    document: unknown,
    caller: Pick<User, 'id' | 'createdAt'>,
    options: DocumentOptions,
    context: Context<NoInfer<S>>,
  ) => Promise<R>
}

/** Work to be done after the database is open and before the first request is answered. */
export interface StartTask<S extends StoreName = never> extends Part<S> {
  readonly kind: 'task'
  readonly run: (context: Context<NoInfer<S>>) => Promise<void>
}

/** Work that is repeated while the provider is open, such as sending the mails that wait. Every process of an instance does it. */
export interface RepeatedTask<S extends StoreName = never> extends Part<S> {
  readonly kind: 'repeated_task'
  /** Milliseconds between the end of one run and the beginning of the next. */
  readonly interval: number
  /**
   * Does what is due, and returns. An error is logged, and the next run follows as usual.
   * @param stopping aborts when the provider closes; the provider waits for the run
   */
  readonly repeat: (context: Context<NoInfer<S>>, stopping: AbortSignal) => Promise<void>
}

/** Parts as the provider holds them, with any stores. */
interface AnyPartOf {
  readonly endpoint: Endpoint<StoreName>
  readonly grant: AnyGrant
  readonly front_channel_grant: AnyGrant
  readonly login: LoginPart<StoreName>
  readonly limit: RequestLimit<StoreName>
  readonly audit: AuditPart<StoreName>
  readonly task: StartTask<StoreName>
  readonly repeated_task: RepeatedTask<StoreName>
  readonly client: ClientPart<StoreName>
  readonly client_source: ClientSourcePart<StoreName>
  readonly users: UsersPart<StoreName>
  readonly claims: ClaimsPart<StoreName>
  readonly scope: ScopePart<StoreName>
  readonly request_source: RequestSourcePart<StoreName>
  readonly response_mode: ResponseModePart<StoreName>
  readonly introspection_format: IntrospectionFormatPart<StoreName>
  readonly documents: DocumentsPart<StoreName>
}

/** The kinds of parts. */
export type PartKind = keyof AnyPartOf
/** A part of any kind. */
export type AnyPart = AnyPartOf[PartKind]
/** An endpoint with any stores. */
export type AnyEndpoint = AnyPartOf['endpoint']
/** A login with any stores. */
export type AnyLogin = AnyPartOf['login']
/** A limit with any stores. */
export type AnyRequestLimit = AnyPartOf['limit']
/** An audit trail with any stores. */
export type AnyAudit = AnyPartOf['audit']
/** A start task with any stores. */
export type AnyStartTask = AnyPartOf['task']
/** A client that is part of the provider. */
export type AnyClient = AnyPartOf['client']
/** A client source with any stores. */
export type AnyClientSource = AnyPartOf['client_source']
/** Own claims with any stores. */
export type AnyClaims = AnyPartOf['claims']
/** A scope of the host's own, with any stores. */
export type AnyScope = AnyPartOf['scope']
/** A source of authorization requests, with any stores. */
export type AnyRequestSource = AnyPartOf['request_source']
/** Response modes, with any stores. */
export type AnyResponseMode = AnyPartOf['response_mode']
/** A format of introspection answers, with any stores. */
export type AnyIntrospectionFormat = AnyPartOf['introspection_format']
/** What applies documents, with any stores. */
export type AnyDocuments<R extends DocumentReport = DocumentReport> = DocumentsPart<StoreName, R>
/** The users of the host. */
export type AnyUsers = AnyPartOf['users']
/** A repeated task with any stores. */
export type AnyRepeatedTask = AnyPartOf['repeated_task']

/** A part of each kind as `define` takes it. */
interface PartOf<S extends StoreName, P, M extends ClientAuthenticationMethod> {
  readonly endpoint: Endpoint<S>
  readonly grant: Grant<S, P, M>
  readonly front_channel_grant: FrontChannelGrant<S>
  readonly login: LoginPart<S>
  readonly limit: RequestLimit<S>
  readonly audit: AuditPart<S>
  readonly task: StartTask<S>
  readonly repeated_task: RepeatedTask<S>
  readonly client: ClientPart<S>
  readonly client_source: ClientSourcePart<S>
  readonly users: UsersPart<S>
  readonly claims: ClaimsPart<S>
  readonly scope: ScopePart<S>
  readonly request_source: RequestSourcePart<S>
  readonly response_mode: ResponseModePart<S>
  readonly introspection_format: IntrospectionFormatPart<S>
  readonly documents: DocumentsPart<S>
}

// What takes a context is a property that holds a function, not a method: only there does the compiler refuse a function that
// asks for a store that the part did not declare. https://www.typescriptlang.org/tsconfig/#strictFunctionTypes
// The members from which `define` infers types stand apart from the kinds, because TypeScript infers nothing through `PartOf[K]`.
// NoInfer: `stores` alone says what the part declares, `clientAuthenticationMethods` alone whether a grant is given a client.

/**
 * Declares a part of any kind: checks that it uses the stores that it names, and returns it as the provider takes it.
 * ```ts
 * const hello = define({
 *   kind: 'endpoint', name: 'hello', takes: 'nothing', stores: ['users'], path: '/hello', methods: ['GET'], cors: 'none',
 *   handle: async (_request, { stores }) => json(200, await stores.users.find('alice')),
 * })
 * ```
 * @param part the literal declaration; its `stores` are the type of `context.stores`
 * @returns the same object
 */
export function define<
  const K extends PartKind,
  const S extends StoreName = never,
  P = unknown,
  const M extends ClientAuthenticationMethod = never,
>(
  part: { readonly kind: K; readonly stores: readonly S[] } & Partial<Pick<Grant<S, P, M>, 'parameters' | 'clientAuthenticationMethods'>> &
    PartOf<S, P, M>[K],
): AnyPartOf[K]
export function define(part: Part<StoreName>): Part<StoreName> {
  return part
}
