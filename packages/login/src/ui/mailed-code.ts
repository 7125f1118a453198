// The pages of the flows with a mailed code: recovery, invitation and registration.
import type { PasswordRules } from './password-change.ts'
import type { PasskeyForm } from './passkey.ts'
import type { FormPage, SkipForm, WayLink } from './form-page.ts'

/** Asks for the login name of the account whose password was forgotten, in the field `loginName`. */
export interface RecoveryPage extends FormPage {
  readonly kind: 'recovery'
  readonly loginName?: string
  readonly backToSignIn: WayLink
}

/**
 * Asks for a mailed code, in the field `code`, with the hidden field `flow`. A second form asks for another code.
 *
 * The page of a recovery does not reveal whether a mail was sent.
 */
export interface MailedCodePage extends FormPage {
  readonly kind: 'mailed_code'
  readonly flow: string
  /** Fills the field. */
  readonly code?: string
  /** The address as typed, which the mail is sent to in any case; absent in a recovery. */
  readonly sentTo?: string
  /** The form for another code: the hidden fields of every form, and these. */
  readonly resend: { readonly action: string; readonly fields: Readonly<Record<string, string>> }
  /** Absent where `back` leads to the page before. */
  readonly backToSignIn?: WayLink
  readonly back?: WayLink
}

/** The page of a mailed link: one form with one button. Opening the link changes nothing. */
export interface MailedLinkPage {
  readonly kind: 'mailed_link'
  /**
   * `change_report`: the user did not make a change that a mail reported; the form signs out everywhere, and a new password follows.
   * `address_report`: it also gives the account its former address back.
   */
  readonly purpose: 'recovery' | 'invitation' | 'change_report' | 'address_report'
  /** Where the form posts to: a path of this server. */
  readonly action: string
  /** The hidden fields of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The application that the mail was asked for from; absent if the mail was requested outside of a sign-in. */
  readonly applicationName?: string
}

/** Asks for a password of an account, in the fields `newPassword` and `newPasswordAgain`, with the hidden field `flow`. */
export interface FirstPasswordPage extends FormPage {
  readonly kind: 'first_password'
  readonly purpose: 'recovery' | 'invitation' | 'registration'
  readonly flow: string
  readonly loginName: string
  readonly rules: PasswordRules
  /** The password removes the authenticator app, the recovery codes and the passkeys of the user. */
  readonly removesFactors?: true
  /** Creates a passkey instead of the password. */
  readonly passkey?: PasskeyForm
}

/** Asks a visitor without an account for an email address, in the field `email`. */
export interface RegistrationPage extends FormPage {
  readonly kind: 'registration'
  /** Fills the field. */
  readonly email?: string
  readonly backToSignIn: WayLink
}

/**
 * Asks for the names of a new user, in the fields `firstName` and `lastName`, with the hidden field `flow`. All values are as typed, and must
 * be isolated from the text around them.
 */
export interface RegistrationNamesPage extends FormPage {
  readonly kind: 'registration_names'
  readonly flow: string
  /** The proven address. It cannot be changed. */
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  /** Asks for the user name as well, in the field `userName`; absent where the address is the user name. */
  readonly userName?: { readonly value?: string; readonly domain: string }
}

/** Asks a signed-in user for the email address to send a code to, in the field `email`. */
export interface EmailAddressPage extends FormPage {
  readonly kind: 'email_address'
  /** `verification`: the address of the account is not confirmed yet. `change`: the user wants a different address. */
  readonly reason: 'verification' | 'change'
  /** Fills the field. */
  readonly email?: string
  /** Whether the address in the field cannot be changed here. */
  readonly fixed: boolean
  /** Absent while the step is required. */
  readonly skip?: SkipForm
  /** Path to sign in as another user; absent when the request demands this very user. */
  readonly otherUserPath?: string
}
