// The claims of an identity provider about a user who has signed in to it.

/** An account at an identity provider that was proven by a sign-in there. */
export interface ExternalIdentity {
  readonly idpId: string
  /** The name of the identity provider. */
  readonly idpName: string
  /** The id of the account there. It never changes, and is compared as it is. */
  readonly externalId: string
  /** The display name of the account at the provider. */
  readonly externalName?: string
  /** A user name that the account suggests. */
  readonly userName?: string
  readonly email?: ExternalEmail
  readonly firstName?: string
  readonly lastName?: string
  readonly displayName?: string
  readonly nickName?: string
  /** BCP 47. */
  readonly preferredLanguage?: string
  readonly pictureUrl?: string
  /** When the user authenticated there, if it states the time and was not asked for a recent authentication: milliseconds since the epoch. */
  readonly authenticatedAt?: number
}

/** An email address of the account. */
export interface ExternalEmail {
  readonly address: string
  /** Whether the identity provider proved that the user receives mail there, and is trusted for it: `withBelievedAddress`. */
  readonly verified: boolean
}

/** Why a sign-in at an identity provider does not count. */
export type RefusalReason =
  /** The user refused, or the identity provider did. */
  | 'denied'
  /** The identity provider, or its response, is invalid. */
  | 'failed'
  /** The account is of another organization than the configuration allows. */
  | 'wrong_tenant'

/** The sign-in at the identity provider does not count. */
export class ExternalSignInRefused extends Error {
  override readonly name = 'ExternalSignInRefused'
  readonly reason: RefusalReason

  /** @param message for the log: it holds no token and no personal data */
  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
