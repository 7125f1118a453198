// The options of a test provider.
import type { OidcApp, OrgDocument } from '@symbolon/schema-v2'
import type { ProviderOptions } from '@symbolon/server'

/** A user. */
export interface TestUser {
  /** The `sub` of the tokens. Default: the user name. */
  readonly id?: string
  readonly userName: string
  /** Default: {@link defaultPassword}. */
  readonly password?: string
  /** Default: the user name at `users.test`. */
  readonly email?: string
  /** Default: true. */
  readonly emailVerified?: boolean
  readonly firstName?: string
  readonly lastName?: string
  /** Role keys of the one project to which all clients belong. Tokens contain them if their scope requests them. */
  readonly roles?: readonly string[]
}

/** An application. */
export interface TestClient {
  readonly clientId: string
  /** Default: {@link defaultClientSecret}. Not for public clients and `private_key_jwt`. */
  readonly clientSecret?: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
  /** `token_endpoint_auth_method`. Default: `client_secret_basic`. https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
  readonly authentication?: 'client_secret_basic' | 'client_secret_post' | 'none'
  /** Members of the application as documents have them, e.g. `{ accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }`. */
  readonly app?: Partial<OidcApp['app']>
}

/** A service user, which asks for tokens by the grant `client_credentials`. */
export interface TestServiceUser {
  /** The client id as well. */
  readonly userName: string
  /** Default: {@link defaultClientSecret}. */
  readonly clientSecret?: string
  /** Whether its access tokens are JWTs. Default: false, they are opaque. */
  readonly jwtAccessTokens?: boolean
  readonly roles?: readonly string[]
}

/** Options of `createTestProvider`. */
export interface TestProviderOptions {
  /** Default: `http://localhost:PORT` with `port`, else `https://id.test`. */
  readonly issuer?: string
  /** Listens on this port of `localhost`; 0 selects a free port. Default: it does not listen, and responds to `fetch` alone. */
  readonly port?: number
  readonly users?: readonly TestUser[]
  readonly clients?: readonly TestClient[]
  readonly serviceUsers?: readonly TestServiceUser[]
  /** A document that is applied after these, for everything that they cannot express: policies, projects, organizations. */
  readonly document?: OrgDocument
  /** The time at which the clock stands, in milliseconds since the epoch. Default: the present. */
  readonly startAt?: number
  /** Options of the provider that replace those of the test provider, e.g. `grants`, `endpoints`, `lifetimes`. */
  readonly provider?: Partial<Omit<ProviderOptions, 'issuer' | 'storage' | 'masterKey' | 'now' | 'monotonic'>>
}

/** The password of users without a password in the test. */
export const defaultPassword = 'Test-only password 1'
/** The secret of clients and service users without a secret in the test. */
export const defaultClientSecret = 'test-only-secret-of-at-least-32-characters'
