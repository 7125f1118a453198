// The two halves of a sign-in at an identity provider, for every protocol.
import type { ExternalIdentity } from '../identity/external-identity.ts'
import type { GuardedFetch } from '@symbolon/outgoing'

/** The values that a sign-in is bound to. */
export interface SignInChecks {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** https://www.rfc-editor.org/rfc/rfc7636#section-4.1 */
  readonly codeVerifier: string
  /** Seconds since the user authenticated at the provider, at most, where the request limits them. 0: the user authenticates again. */
  readonly maxAge?: number
  /** Milliseconds since the epoch: the earliest time at which the user authenticated. Present with `maxAge`. */
  readonly freshSince?: number
}

/** The beginning of a sign-in. */
export interface SignInStart extends SignInChecks {
  /** The login name that the user typed. */
  readonly loginHint?: string
}

/** The services of the server that a sign-in uses. */
export interface ClientServices {
  readonly fetch: GuardedFetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Signs users in at one identity provider. */
export interface SignInClient {
  /**
   * Under which the ids of accounts are unique. For OpenID Connect the issuer, for OAuth the origin of the endpoints. Where the issuer depends
   * on the configuration and the ids do not, what the issuers have in common.
   */
  readonly issuer: string
  /** Whether the ids of accounts mean the same under this issuer, which a link names. Default: only `issuer` itself does. */
  readonly isSameIssuer?: (issuer: string) => boolean
  /** How it asks the provider to send the authorization response: by a redirect, or by a form. */
  readonly responseMode?: 'query' | 'form_post'
  /** Starts a sign-in. @returns the address at the provider. @throws ExternalSignInRefused when the provider cannot be reached */
  start(start: SignInStart, services: ClientServices): Promise<URL>
  /**
   * Whether the metadata of the provider declares `iss` in its authorization responses. Absent: it does not.
   * https://www.rfc-editor.org/rfc/rfc9207#section-3
   *
   * @throws ExternalSignInRefused when the provider cannot be reached
   */
  sendsIssuer?(services: ClientServices): Promise<boolean>
  /**
   * Completes a sign-in: redeems the code, checks every token, and reads the identity of the user.
   *
   * @param response the parameters of the authorization response
   * @throws ExternalSignInRefused when it does not count
   */
  finish(response: URLSearchParams, checks: SignInChecks, services: ClientServices): Promise<ExternalIdentity>
}
