// Identity providers with which users sign in from elsewhere, the links of users to their accounts there, and the sign-ins under way at them.
// https://openid.net/specs/openid-connect-core-1_0.html, https://www.rfc-editor.org/rfc/rfc9700#section-4.4 (mix-up)
import type { User } from './user.ts'

/** The claim that a name of a user is taken from. */
export type IdentityProviderMapping = 'preferred_username' | 'email'

/** What may happen to users and links by a sign-in at an identity provider. */
export interface IdentityProviderRules {
  /** Whether an identity without a link may register as a new user. */
  readonly creationAllowed: boolean
  /** Whether a user may link an identity. */
  readonly linkingAllowed: boolean
  /** Whether a new user is created without a registration form. */
  readonly autoCreation: boolean
  /** Whether a sign-in updates the names and the picture of the user. */
  readonly autoUpdate: boolean
}

/** An identity provider of a document. */
export interface IdentityProvider {
  readonly id: string
  /** The organization that owns it; absent: it belongs to the instance. */
  readonly orgId?: string
  /** `jwt`: a gateway that sends JWTs. No sign-in uses it. */
  readonly kind: 'oidc' | 'jwt'
  readonly name: string
  readonly issuer: string
  /** Absent for `jwt`. */
  readonly clientId?: string
  /** The client secret, sealed for `idpSecretPurpose`. */
  readonly sealedSecret?: string
  readonly scopes: readonly string[]
  /** Where the display name comes from; absent: from the claim `name`. */
  readonly displayNameMapping?: IdentityProviderMapping
  /** Where the user name comes from; absent: from the claim `preferred_username`. */
  readonly usernameMapping?: IdentityProviderMapping
  readonly rules: IdentityProviderRules
}

/** The identity providers that a login policy allows. */
export interface PolicyIdentityProviders {
  /** Whose login policy applies: the organization's own, or that of the instance. */
  readonly policyOf: 'organization' | 'instance'
  /** The member `allowExternalIdp`. */
  readonly allowed: boolean
  /** The ids that the policy lists, in its order; also those of providers that no document describes. */
  readonly listed: readonly string[]
  /**
   * The listed providers of documents. The policy of an organization allows its own providers and those of the instance: no organization may
   * send users to a provider of another organization.
   */
  readonly providers: readonly IdentityProvider[]
}

/** Finds identity providers. */
export interface IdentityProviderStore {
  /** The identity provider: one of the instance, or one of an organization while that is active. */
  find(idpId: string): Promise<IdentityProvider | undefined>
  /** The providers in the login policy of the organization; without an organization, or if it has no policy, in the policy of the instance. */
  listOfPolicy(orgId: string | undefined): Promise<PolicyIdentityProviders>
  /** The providers for the organization that holds the domain, in canonical form; without one, for the instance. */
  listOfDomain(domain: string): Promise<PolicyIdentityProviders>
}

/** The link of a user to an account at an identity provider. */
export interface UserIdentityLink {
  readonly userId: string
  readonly idpId: string
  /** The name of the identity provider when the link was made. */
  readonly idpName?: string
  /**
   * Under which the id of the account is unique: the issuer of the identity provider when the link was made. Absent in a link of an earlier
   * release, and where no identity provider had the id then: such a link belongs to the first issuer.
   */
  readonly issuer?: string
  /** The id of the account, which never changes: of OpenID Connect the claim `sub`, compared as it is. */
  readonly externalId: string
  /** The name of the account, for the user to recognise it. */
  readonly externalName?: string
  /** Whether an organization has changed since then how the identity provider signs users in (`DirectoryChange.changedProviders`). */
  readonly isOlderThanProvider?: true
}

/** Stores links. An account at an identity provider is linked to one user at most. */
export interface UserLinkStore {
  /**
   * Finds a link to an account.
   * @param isMeant whether a link with the issuer is to the account: several issuers may have an account of this id. Default: any
   */
  find(idpId: string, externalId: string, isMeant?: (issuer: string | undefined) => boolean): Promise<UserIdentityLink | undefined>
  /** The links of a user, in the order of identity provider and account. */
  list(userId: string): Promise<readonly UserIdentityLink[]>
  /**
   * Links the account. A link of this user to an account of the same id at another issuer is replaced.
   * @param seen the user as read with the proof
   * @returns `exists` when this user had the link; `taken` when another user has it; `session_ended` when there is no such person, or what
   *   was issued to the person before was ended. Of parallel calls for one account one gets `added`.
   */
  add(
    link: UserIdentityLink,
    seen: Pick<User, 'createdAt' | 'timesEnded'>,
    now: number,
  ): Promise<'added' | 'exists' | 'taken' | 'session_ended'>
  /**
   * Suspends the roles that other organizations gave to the user until they confirm them, because an organization has changed how the identity
   * provider signs the user in. The link is not older than the provider from then on.
   */
  settle(link: Pick<UserIdentityLink, 'userId' | 'idpId' | 'externalId'>, now: number): Promise<void>
  /**
   * Removes a link of the user, unless nothing would be left to sign in with: no other link and none of `others`. One transaction: of
   * parallel removals of the last two ways one is refused. A document that holds the link does not bring it back: only `add` does.
   * @param others the ways that count; those that the login does not offer must be false. `rpId` as in `OtherWays`
   * @returns `last_owner`, with nothing removed, where no owner of the instance could sign in any more, as in `DirectoryStore.apply`
   */
  removeUnlessLast(
    userId: string,
    idpId: string,
    externalId: string,
    others: { readonly password: boolean; readonly passkey: boolean; readonly rpId?: string },
  ): Promise<'removed' | 'absent' | 'last_way_in' | 'last_owner'>
}

/** A sign-in at an identity provider that the user has not come back from. */
export interface ExternalSignIn {
  /** Digest of the parameter `state`. */
  readonly state: string
  readonly idpId: string
  /** The authorization request that the user came with. */
  readonly requestId: string
  /** Digest of the browser's cookie for that request. */
  readonly browser: string
  readonly nonce: string
  /** The PKCE code verifier, sealed. */
  readonly sealedVerifier: string
  /** `link`: a user who is signed in links the account. */
  readonly purpose: 'sign_in' | 'link'
  /** The user who links; absent for `sign_in`. */
  readonly userId?: string
  /** `form_post`: the authorization request asked for a response by POST. Absent: no response by POST is taken. */
  readonly responseMode?: 'form_post'
  /** The authorization response, sealed, where it came by a POST. */
  readonly sealedResponse?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** An authorization response that came by POST. */
export interface PostedResponse {
  readonly sealedResponse: string
  /** Digest of a secret that the browser of the POST is given. It redeems the response together with the cookie of the request. */
  readonly proof: string
}

/** An account that proved itself at its identity provider, and waits for the user to register or to link it. */
export interface WaitingIdentity {
  readonly requestId: string
  /** Digest of the browser's cookie for that request. */
  readonly browser: string
  readonly sealedIdentity: string
  readonly expiresAt: number
}

/** The limit for sign-ins under way. */
export interface ExternalSignInRoom {
  /** The network that the browser is in: its sign-ins are removed together. */
  readonly source: string
  /** How many sign-ins all networks may have under way. */
  readonly limit: number
}

/** Stores sign-ins at identity providers while they are under way. */
export interface ExternalSignInStore {
  /** Stores a sign-in. At the limit, the oldest of those networks are removed that have the most under way. */
  begin(signIn: ExternalSignIn, room: ExternalSignInRoom): Promise<void>
  /** Keeps an authorization response that came by POST. @returns false when none was asked for, or one was kept before */
  receive(state: string, response: PostedResponse, now: number): Promise<boolean>
  /**
   * Removes and returns the sign-in: of parallel calls exactly one gets it, so a `state` is used once.
   *
   * @param proof of the response that came by POST. Without it, a sign-in is returned only while it has no such response.
   */
  take(state: string, proof: string | undefined, now: number): Promise<ExternalSignIn | undefined>
  /** Keeps an identity until the user has decided. It takes the place of one that waits for the same request. */
  keepIdentity(identity: WaitingIdentity): Promise<void>
  findIdentity(requestId: string, now: number): Promise<WaitingIdentity | undefined>
  /** Removes and returns the identity: of parallel calls exactly one gets it. */
  takeIdentity(requestId: string, now: number): Promise<WaitingIdentity | undefined>
  deleteExpired(now: number, limit: number): Promise<number>
}

/** The path of a provider's own redirect URI. https://www.rfc-editor.org/rfc/rfc9700#section-4.4.2.2 */
export function identityProviderCallbackPath(idpId: string): string {
  return `/ui/login/external/callback/${encodeURIComponent(idpId)}`
}
