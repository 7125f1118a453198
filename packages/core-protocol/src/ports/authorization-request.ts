// An authorization request after every check of its own parameters: what is remembered while the user signs in.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest

/** What is accepted, and what discovery lists. `consent` asks for nothing that is not done anyway. */
export const prompts = ['none', 'login', 'select_account', 'create', 'consent'] as const
export type Prompt = typeof prompts[number]

/** https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes */
export type ResponseMode = 'query' | 'fragment' | 'form_post'

export interface AuthorizationRequest {
  readonly clientId: string
  /** Byte for byte as it was sent, which is byte for byte as it is registered. */
  readonly redirectUri: string
  /** In canonical order, e.g. `id_token token`. */
  readonly responseType: string
  readonly responseMode: ResponseMode
  readonly scope: readonly string[]
  readonly state?: string
  readonly nonce?: string
  readonly prompt: readonly Prompt[]
  /** Seconds. */
  readonly maxAge?: number
  readonly loginHint?: string
  readonly uiLocales: readonly string[]
  readonly codeChallenge?: string
  readonly claims?: ClaimsRequest
  /** The one user who may answer: from `id_token_hint`, or from the `sub` value of the `claims` parameter. */
  readonly subject?: string
  /** Nobody but users of this organization may answer: from the scope. */
  readonly organization?: DemandedOrganization
}

/** The organization that the user must belong to. A user belongs to one organization: several different values admit nobody. */
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
