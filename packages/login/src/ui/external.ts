// The pages of sign-ins at identity providers: an account without a connection, and the question whether to connect it.
import type { FormPage } from './form-page.ts'

/**
 * Says that no user is connected to an account at an identity provider, and what to do. Its form creates a user, with the fields
 * `userName`, `firstName` and `lastName`.
 */
export interface ExternalAccountPage extends FormPage {
  readonly kind: 'external_account'
  /** The identity provider, by its display name. */
  readonly providerName: string
  /** The name of the account there. */
  readonly externalName?: string
  /** Values for the form; absent when no user can be created. */
  readonly registration?: ExternalRegistration
  /** The path to sign in here and then connect the account; absent when that is not allowed. */
  readonly connectPath?: string
  /** The path to sign in in another way. */
  readonly otherUserPath: string
}

/** The claims of the identity provider about the user. */
export interface ExternalRegistration {
  readonly userName?: string
  readonly firstName?: string
  readonly lastName?: string
  /** An address that the identity provider has proven. It cannot be changed. */
  readonly email?: string
}

/** Asks a user who is signed in whether to connect an account at an identity provider, with the hidden field `sessionId`. */
export interface ExternalLinkPage extends FormPage {
  readonly kind: 'external_link'
  readonly providerName: string
  readonly externalName?: string
  /** The user whom the account will be connected to. */
  readonly loginName: string
  readonly sessionId: string
  /** The path back, without a connection. */
  readonly cancelPath: string
}

/** Error pages of sign-ins at identity providers. */
export type ExternalErrorCode =
  /** The identity provider, or its answer, is not as it must be. */
  | 'external_sign_in_failed'
  /** The user refused at the identity provider. */
  | 'external_sign_in_cancelled'
  /** The identity provider is switched off, or the login policy does not allow it. */
  | 'external_not_allowed'
  /** The account is of an organization whose accounts may not sign in. */
  | 'external_wrong_organization'
  /** The account cannot be connected to this user. */
  | 'external_not_linked'
