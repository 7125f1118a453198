// The pages on which users set up second factors, and the page that asks for a recovery code.
import type { FormPage, SecondFactorPage, SkipForm } from './form-page.ts'

/** Says why a second factor is set up, and begins with one button. */
export interface TotpSetupPage extends FormPage {
  readonly kind: 'totp_setup'
  /** `replacement`: the user has signed in with a recovery code, and may have lost the app. `wanted`: the user wants another app. */
  readonly reason: 'required' | 'offered' | 'replacement' | 'wanted'
  /** Absent while the set-up is required. */
  readonly skip?: SkipForm
  /** Path to sign in as another user; absent when the request demands this very user. */
  readonly otherUserPath?: string
}

/** Shows the secret for the authenticator app, and asks for its first code in the field `code`. */
export interface TotpEnrolmentPage extends FormPage {
  readonly kind: 'totp_enrolment'
  /** Base32. */
  readonly secret: string
  /** The `otpauth:` address for the QR code and for an app on the same device. */
  readonly keyUri: string
  /** Absent while the set-up is required. */
  readonly skip?: SkipForm
}

/** Says what recovery codes are for, and makes them with one button. */
export interface RecoveryCodeSetupPage extends FormPage {
  readonly kind: 'recovery_code_setup'
  /** How many codes are left; absent when the user never had any. */
  readonly left?: number
  /** Absent while the set-up is required. */
  readonly skip?: SkipForm
}

/** Shows new recovery codes. They count once the form is sent with the field `saved`. */
export interface RecoveryCodesPage extends FormPage {
  readonly kind: 'recovery_codes'
  readonly codes: readonly string[]
  /** Where the form posts to that downloads the codes as a text file: the hidden fields of every form. */
  readonly downloadPath: string
}

/** Asks for a recovery code, in the field `code`. */
export interface RecoveryCodePage extends SecondFactorPage {
  readonly kind: 'recovery_code'
}
