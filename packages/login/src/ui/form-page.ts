// Members that pages with a form share.
import type { FormError } from './form-error.ts'

/** Members that every page with a form has. */
export interface FormPage {
  /** Where the form posts to: a path of this server. */
  readonly action: string
  /** The id of the authorization request, for the hidden field `request`. */
  readonly requestId: string
  /** The token against cross-site request forgery, for the hidden field `csrf`. */
  readonly csrf: string
  /** The application that the user signs in to. */
  readonly applicationName: string
  /** Further hidden fields of the form. */
  readonly fields?: Readonly<Record<string, string>>
  readonly error?: FormError
  /** Seconds until the form may be sent again. Present with `too_many_attempts` and `busy` while the wait lasts. */
  readonly retryAfter?: number
}

/** A link to another method to go on. */
export interface WayLink {
  /** A path of this server. */
  readonly path: string
}

/** The name of a second factor, as in the link to its page. */
export type SecondFactorName = 'one_time_code' | 'passkey' | 'recovery_code'

/** A link to the page of another second factor. */
export interface SecondFactorLink extends WayLink {
  readonly factor: SecondFactorName
}

/** The form by which a user skips an offered step: the hidden fields of every form, and `step`. */
export interface SkipForm {
  /** Where the form posts to: a path of this server. */
  readonly action: string
  /** The value of the field `step`. */
  readonly step: string
}

/** Members that the page of every second factor has. */
export interface SecondFactorPage extends FormPage {
  readonly loginName: string
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
  /** The pages of the other second factors that the user has; absent if the user has no others. */
  readonly otherFactors?: readonly SecondFactorLink[]
  /** The link back from the recovery of a password. With it, the page names the contact for users who have lost all factors. */
  readonly backToSignIn?: WayLink
}
