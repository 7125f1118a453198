// The protocol's view of a client: an OIDC app, an API app, or a service user with a secret or a key.
// Stores return active clients only: a client whose app, project or organization is deactivated does not exist here.
import type { Awaitable } from '../memory/awaitable.ts'

/** https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
export type ClientAuthenticationMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'

/** An algorithm of the keys of the provider and of its clients. https://www.rfc-editor.org/rfc/rfc7518#section-3.1 */
export type SigningAlgorithm = 'RS256' | 'ES256' | 'EdDSA'

/** A client, active when it was read. */
export interface Client {
  readonly clientId: string
  readonly kind: 'oidc' | 'api' | 'service_user'
  readonly name: string
  readonly orgId: string
  /** Absent for service users, which belong to no project. */
  readonly projectId?: string
  /** https://www.rfc-editor.org/rfc/rfc8252 sets native applications apart (loopback redirects). */
  readonly applicationType: 'web' | 'user_agent' | 'native'
  readonly authenticationMethod: ClientAuthenticationMethod
  /** SHA-256 of the secret, base64url. */
  readonly secretDigest?: string
  /** Instead of the digest, until the first use: the modular crypt hash that the secret was imported with. */
  readonly secretHash?: string
  /** A second secret, which is valid too while the client is moved to the other one. */
  readonly formerSecret?: FormerSecret
  /** Wire names, e.g. `authorization_code`. */
  readonly grantTypes: readonly string[]
  /** Canonical wire names, e.g. `code`, `id_token token`. */
  readonly responseTypes: readonly string[]
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  /** Allows plain http redirect URIs that are not loopback. */
  readonly devMode: boolean
  readonly accessTokenFormat: 'opaque' | 'jwt'
  readonly idTokenSigningAlg: SigningAlgorithm
  readonly accessTokenSigningAlg: SigningAlgorithm
  /** The header `typ` of its JWT access tokens. */
  readonly accessTokenTyp: 'at+jwt' | 'JWT'
  /** Puts profile, email, phone and address claims into the ID token even if an access token comes with it. */
  readonly idTokenUserinfoAssertion: boolean
  /** Userinfo and introspection assert the user's roles of the project. */
  readonly projectRoleAssertion: boolean
  /** JWT access tokens do. */
  readonly accessTokenRoleAssertion: boolean
  /** ID tokens do. */
  readonly idTokenRoleAssertion: boolean
  /** Whether its tokens may be for our own API, by which the instance is administered. Always true for service users. */
  readonly managementAccess: boolean
  /**
   * Whether every authorization request makes the user sign in, as `prompt=login` does. Any program can send requests in the name of a public native
   * client, so a browser that is signed in must not answer them by itself. https://www.rfc-editor.org/rfc/rfc8252#section-8.6
   */
  readonly alwaysPrompts?: true
  /** Whose branding the pages have where the project demands it: of the project's owner, or of the user's organization after the sign-in. */
  readonly privateLabeling?: 'project_owner' | 'user'
  /** The members that parts declare, as they are stored: see `clientMetadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. Tokens that were issued to an earlier client of the same id do not belong to this client. */
  readonly createdAt: number
  /**
   * How often everything that was issued to the client has been ended: whenever app, project or organization (of a service user: user
   * or organization) was switched off or on. It never goes back. Of a service user it is that of the user.
   */
  readonly timesEnded: number
}

/** The secret that a client had before its current one. It is accepted until it is removed or expires. */
export interface FormerSecret {
  /** As `Client.secretDigest` or `Client.secretHash`. */
  readonly stored: string
  /** Milliseconds since the epoch; undefined: until it is removed. */
  readonly expiresAt?: number
}

/** The client secrets of an application or a service user, as they are stored. */
export interface StoredClientSecrets {
  /** A digest or a hash; undefined for a client without a secret. */
  readonly current: string | undefined
  readonly former: FormerSecret | undefined
}

/** @returns whether a stored client secret is a modular crypt hash; otherwise it is a digest, which never begins with a dollar sign */
export function isSecretHash(stored: string): boolean {
  return stored.startsWith('$')
}

/** An application or a service user, by its id. */
export interface SecretHolder {
  readonly kind: 'oidcApp' | 'apiApp' | 'machineUser'
  readonly id: string
}

/** The public half of a key that a client signs its assertions with. */
export interface ClientKey {
  readonly keyId: string
  readonly algorithm: SigningAlgorithm
  /** The public key as a JWK (JSON object with public members only). */
  readonly jwk: Readonly<Record<string, unknown>>
}

/** What applications get of other organizations. */
export interface Boundary {
  /** Applications get the data of every organization, and tokens for every project, as in the original product. */
  readonly isOpen: boolean
  /** The organizations whose applications get both. */
  readonly trustedOrgIds: readonly string[]
}

/** Finds active clients. */
export interface ClientStore {
  /** The active client of this id. */
  find(clientId: string): Awaitable<Client | undefined>
  /** Keeps the digest of a secret in place of its hash, if that still is `secretHash`. */
  replaceSecretHash(clientId: string, secretHash: string, secretDigest: string): Promise<boolean>
  /**
   * Replaces the secrets of an application or a service user, active or not.
   * @returns false if they are not as expected: of parallel calls exactly one succeeds
   */
  exchangeSecrets(holder: SecretHolder, expected: StoredClientSecrets, next: StoredClientSecrets): Promise<boolean>
  /** The secrets of an application or a service user, active or not. */
  findSecrets(holder: SecretHolder): Promise<StoredClientSecrets | undefined>
  /** The client's keys that are active and not expired at `now` (milliseconds). */
  listKeys(clientId: string, now: number): Promise<readonly ClientKey[]>
  /** The client ids of all active apps of a project: the default audience of its tokens. */
  listClientIds(projectId: string): Awaitable<readonly string[]>
  /** Whether there is an active project of this id. */
  hasProject(projectId: string): Awaitable<boolean>
  /** Whether the user may sign in to the client: the project's `hasProjectCheck` and `projectRoleCheck`. */
  admits(clientId: string, userId: string): Awaitable<boolean>
  /** What the instance decides about applications of other organizations. */
  findBoundary(): Awaitable<Boundary>
  /**
   * The ids that the organization may have in an audience: its projects and the projects that are granted to it, the active apps of these
   * projects, and its service users.
   * @param ids of projects and clients
   * @param userOrgId the organization of the user: a project grant counts for users of the two organizations that agreed on it. Absent for a user
   *   of no organization, for whom each grant counts.
   */
  listShared(ids: readonly string[], orgId: string, userOrgId?: string): Awaitable<readonly string[]>
  /** Whether an active project of the one organization is granted to the other one. */
  hasGrantFrom(orgId: string, grantedOrgId: string): Awaitable<boolean>
  /** Whether the user has seen a page of a sign-in to the client, since both exist. */
  hasShownSignIn(clientId: string, userId: string): Promise<boolean>
  /** Remembers that the user has seen a page of a sign-in to the client. @param now milliseconds since the epoch */
  recordShownSignIn(clientId: string, userId: string, now: number): Promise<void>
  /** Whether an active app has registered the origin (`https://host[:port]`), by itself or by a redirect URI. */
  hasOrigin(origin: string): Awaitable<boolean>
}
