// Forms that a script fills in with the answer of an authenticator, and the pages that hold one alone.
import type { FormPage, SecondFactorPage, SkipForm } from './form-page.ts'

/**
 * A form with the hidden fields of every form and the field `credential`: the answer of `navigator.credentials` as JSON. Without scripts, or
 * where the browser has no passkeys, the form is hidden or reports it.
 */
export interface PasskeyForm {
  /** Where the form posts to: a path of this server. */
  readonly action: string
  /** Further hidden fields, such as the id of a flow. */
  readonly fields?: Readonly<Record<string, string>>
  readonly ceremony: 'create' | 'get'
  /** JSON of the options for the ceremony that the button starts. */
  readonly options: string
  /**
   * JSON of the options for the ceremony that the page starts by itself: the browser offers passkeys in the field of the login name, or
   * creates one without asking. https://www.w3.org/TR/webauthn-3/#enumdef-credentialmediationrequirement
   */
  readonly conditionalOptions?: string
}

/** Asks for a passkey or a security key as second factor. */
export interface PasskeyPage extends SecondFactorPage {
  readonly kind: 'passkey'
  readonly passkey: PasskeyForm
}

/** Offers to create a passkey, or requires a passkey or a security key. */
export interface PasskeySetupPage extends FormPage {
  readonly kind: 'passkey_setup'
  /** Whether the key will be a second factor only. */
  readonly secondFactorOnly: boolean
  readonly passkey: PasskeyForm
  /** Absent while the set-up is required. */
  readonly skip?: SkipForm
  /** Path to sign in as another user; absent when the request demands this very user. */
  readonly otherUserPath?: string
}
