// What the endpoints of this package share: their stores, their paths, and the pages that end a sign-in.
import { LoginError, otherUserPath, withRequest } from '@symbolon/login'
import type { ErrorCode, LoginMail, LoginStore, Pages, Visit } from '@symbolon/login'
import type { RequestContext } from '@symbolon/core-protocol'
import type { GuardedFetch } from '@symbolon/outgoing'
import type { ExternalIdentity, RefusalReason } from '../identity/external-identity.ts'
import type { ExternalProvider } from '../providers/provider.ts'

/** The stores that this package uses in addition to those of every step. */
export const externalStores = ['externalSignIns', 'identityProviders', 'organizations', 'userAccounts', 'userLinks'] as const

/** The context of a request to this package. */
export type ExternalContext = RequestContext<LoginStore | (typeof externalStores)[number]>

/** The configuration, as the endpoints use it. */
export interface Configured {
  /** The providers in code. */
  readonly providers: readonly ExternalProvider[]
  /** Whether providers of documents go on with the redirect URI of the original product while they send `iss`. */
  readonly sharedRedirectUri: boolean
  readonly fetch: GuardedFetch
  /** The id of the organization of users that a provider of the instance creates where no organization is named. */
  readonly organization: string | undefined
  /** Where users return after they linked an account. */
  readonly accountPath: string
  /** Notifies users of connected accounts. */
  readonly mail: LoginMail | undefined
}

/** The providers of documents that were used last. */
export type ReadyProviders = Map<string, ExternalProvider>

/** Everything that is known of providers outside the storage. */
export interface ProviderSurroundings {
  readonly configured: Configured
  readonly ready: ReadyProviders
}

/** The arguments of the endpoints in addition to the context. */
export interface Surroundings extends ProviderSurroundings {
  readonly pages: Pages
}

/** An identity, where it was proven, and for whom. */
export interface ProvenIdentity {
  readonly identity: ExternalIdentity
  readonly provider: ExternalProvider
  readonly visit: Visit
}

/** Starts a sign-in: `?request=…&idp=…`, with `purpose=link` for a user who is signed in. */
export const startPath = '/ui/login/external'
/** Shows that no user is connected to an account, and takes the form that creates one. */
export const accountPath = '/ui/login/external/account'
/** Signs a user in, who then links the account. */
export const proofPath = '/ui/login/external/sign-in'
/** Asks whether to link the account, and takes the form. */
export const linkPath = '/ui/login/external/link'
/** Begins to link an account from the account page: `?idp=…`. */
export const connectPath: string = '/ui/login/external/connect'

/** How long a sign-in at a provider may take, and how long an identity waits for a decision; milliseconds. */
export const signInLifetime = 600_000

/** The error page of a sign-in that ends here. It leads to the other sign-in methods. */
export function refusedPage(code: ErrorCode, visit: Visit, status = 403): LoginError {
  return new LoginError(status, { code, otherUserPath: withRequest(otherUserPath, visit.pending.id) })
}

/** The error page of each reason for which a sign-in at a provider does not count. */
export const pageOfRefusal: Readonly<Record<RefusalReason, ErrorCode>> = {
  denied: 'external_sign_in_cancelled',
  failed: 'external_sign_in_failed',
  wrong_tenant: 'external_wrong_organization',
}
