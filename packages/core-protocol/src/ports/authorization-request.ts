// An authorization request that passed every check of its parameters, and its store while the user signs in. A stored request is bound
// to the browser that sent it, by the digest of a cookie. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest

/** The values that are accepted. Discovery lists those that the composed login acts on; `consent` has no effect unless a step gives it one. */
export const prompts = ['none', 'login', 'select_account', 'create', 'consent'] as const
/** A value of `prompt`. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest */
export type Prompt = (typeof prompts)[number]

/** The name of a mode of core or of a part, and not one that stands for others. https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes */
export type ResponseMode = string

/** What a request demands of the sign-in of its user, from any client. */
export interface SignInRequest {
  readonly prompt: readonly Prompt[]
  /** Seconds. */
  readonly maxAge?: number
  readonly loginHint?: string
  readonly uiLocales: readonly string[]
  /** The one user who may answer: from `id_token_hint`, or from the `sub` value of the `claims` parameter. */
  readonly subject?: string
  /** Only users of this organization may sign in: from the scope. */
  readonly organization?: DemandedOrganization
  /**
   * Whether `acr` has to be `2`: `essential` where another answer is a failure, `voluntary` where users without a second factor may answer too.
   * https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics
   */
  readonly twoFactors?: TwoFactorDemand
  /** The id of the identity provider at which the user is to sign in: from the scope. */
  readonly identityProvider?: string
}

/** How much a request insists on two factors. */
export type TwoFactorDemand = 'essential' | 'voluntary'

/** A sign-in that a page of this server asks for. */
export interface InternalRequest extends SignInRequest {
  /** The path of that page. The browser returns there after the sign-in. */
  readonly returnTo: string
  /** Composed steps of the login that the user wants to take, in order, such as the change of a password. Each can be left out. */
  readonly steps?: readonly string[]
  /** Whether the id of the user who signed in is added to `returnTo` as the parameter `account`: in a browser with several users it says which one. */
  readonly returnsAccount?: true
  /** The application that the page acts for, by its client id, and the scope that the application asks for. */
  readonly applicationId?: string
  readonly scope?: readonly string[]
}

/** A valid authorization request. */
export interface AuthorizationRequest extends SignInRequest {
  readonly clientId: string
  /** Byte for byte as it was sent, which is byte for byte as it is registered. */
  readonly redirectUri: string
  /** In canonical order, e.g. `id_token token`. */
  readonly responseType: string
  readonly responseMode: ResponseMode
  readonly scope: readonly string[]
  readonly state?: string
  readonly nonce?: string
  readonly codeChallenge?: string
  readonly claims?: ClaimsRequest
  /** The source that decides whether the request may be answered, where it came from one that allows one answer. */
  readonly source?: SourceReference
}

/** A request as a request source knows it. */
export interface SourceReference {
  /** The name of the part. */
  readonly name: string
  readonly reference: string
}

/** The organization that the user must belong to. A user belongs to one organization, so several different values match no user. */
export interface DemandedOrganization {
  readonly ids: readonly string[]
  readonly primaryDomains: readonly string[]
}

/** The `claims` parameter. https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter */
export interface ClaimsRequest {
  readonly userinfo?: Readonly<Record<string, ClaimRequest | null>>
  readonly id_token?: Readonly<Record<string, ClaimRequest | null>>
}

/** One claim of the `claims` parameter. https://openid.net/specs/openid-connect-core-1_0.html#IndividualClaimsRequests */
export interface ClaimRequest {
  readonly essential?: boolean
  readonly value?: unknown
  readonly values?: readonly unknown[]
}

/** A request that waits for its user. */
export interface PendingAuthorizationRequest<R extends SignInRequest = AuthorizationRequest | InternalRequest> {
  readonly id: string
  /** Digest of the browser's cookie for this request; absent until a browser has picked the request up. */
  readonly browser?: string
  readonly request: R
  /** The session that the user chose or made for this very request. */
  readonly sessionId?: string
  /** The login name that was typed, kept between the steps. */
  readonly loginName?: string
  /** The steps that are not shown again: offers that the user skipped, and `steps` of the request that are over. */
  readonly skipped?: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** Whether the stored request came from a client, and not from a page of this server. */
export function isAuthorizationRequest(pending: PendingAuthorizationRequest): pending is PendingAuthorizationRequest<AuthorizationRequest> {
  return 'clientId' in pending.request
}

/** The limit for stored requests. Any client can send requests without completing one. */
export interface PendingRequestRoom {
  /** The network that the request comes from: its requests are removed together. */
  readonly source: string
  /** Bytes that all stored requests may take together, each counted as `pendingRequestOverhead` and its text. */
  readonly limit: number
}

/** Bytes that a request takes in addition to its text: its ids, its place in indexes, and the login name that is typed. */
export const pendingRequestOverhead = 2048

/** Changes of a stored request; a member that is absent stays, `null` clears it. */
export interface RequestProgress {
  readonly sessionId?: string | null
  readonly loginName?: string | null
  readonly skipped?: readonly string[]
}

/** Stores authorization requests while their users sign in. */
export interface AuthorizationRequestStore {
  /**
   * Stores the request. At the limit, requests of the networks that take the most space are removed: first those that have expired, then those
   * without any user input, the oldest first, then the others.
   */
  insert(pending: PendingAuthorizationRequest, room: PendingRequestRoom): Promise<void>
  find(id: string, now: number): Promise<PendingAuthorizationRequest | undefined>
  /** Binds an unbound request to a browser. @returns whether this call did it */
  bind(id: string, browser: string): Promise<boolean>
  /** Remembers what the user did; a member that is absent stays, `null` clears it. */
  update(id: string, progress: RequestProgress): Promise<void>
  /** Removes and returns the request: of parallel calls exactly one gets it, so one request yields one answer. */
  take(id: string, now: number): Promise<PendingAuthorizationRequest | undefined>
  deleteExpired(now: number, limit: number): Promise<number>
}
