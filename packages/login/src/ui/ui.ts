// The UI port: what a login page shows, as data. A user interface turns a page into HTML and nothing else; it decides nothing.

export type Locale = 'en' | 'de'

/** Members that every page with a form has. */
export interface FormPage {
  /** Where the form posts to, a path of our own. */
  readonly action: string
  /** The id of the authorization request, for the hidden field `request`. */
  readonly requestId: string
  /** The token against cross-site posts, for the hidden field `csrf`. */
  readonly csrf: string
  /** The application that the user signs in to. */
  readonly applicationName: string
  readonly error?: FormError
  /** Seconds until the form may be sent again; with `too_many_attempts` and `busy`. */
  readonly retryAfter?: number
}

export type FormError =
  /** Nothing was typed. */
  | 'missing_login_name'
  | 'missing_password'
  | 'missing_code'
  /** Unknown user and wrong password alike. */
  | 'invalid_credentials'
  /** The code is wrong, too old, or was used already. */
  | 'invalid_code'
  /** Too many wrong tries; wait and try again. Names of users and of nobody alike. */
  | 'too_many_attempts'
  /** The server is busy hashing; try again. */
  | 'busy'

/** Field `loginName`. */
export interface LoginNamePage extends FormPage {
  readonly kind: 'login_name'
  readonly loginName?: string
  /** Path to the account selection; absent when there is no session to choose. */
  readonly accountsPath?: string
}

/** Field `password`; the login name stands in a read-only field for password managers. */
export interface PasswordPage extends FormPage {
  readonly kind: 'password'
  readonly loginName: string
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
}

/** Field `code`; the login name says whose authenticator app is asked. */
export interface OneTimeCodePage extends FormPage {
  readonly kind: 'one_time_code'
  readonly loginName: string
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
}

export interface Account {
  readonly sessionId: string
  readonly loginName: string
  readonly displayName: string
  /** False when the user has to prove something again. */
  readonly signedIn: boolean
}

/** One form with a submit button an account (field `sessionId`), and a way to sign in as somebody else. */
export interface AccountSelectionPage extends FormPage {
  readonly kind: 'account_selection'
  readonly accounts: readonly Account[]
  readonly otherUserPath: string
}

export type ErrorCode =
  /** The authorization request itself is wrong: the application's fault. */
  | 'invalid_authorization_request'
  /** The request has expired, was answered, or belongs to another browser. */
  | 'expired_request'
  /** A form was posted without the right token, or from another site. */
  | 'forbidden_form'
  /** The user is locked or inactive, or the organization is. */
  | 'user_not_active'
  /** The user may not sign in to this application: project or role required. */
  | 'user_not_admitted'
  /** The user's organization demands a second factor, and the user has none. */
  | 'second_factor_missing'
  /** The user has, or the organization demands, a second factor that this server cannot check. */
  | 'second_factor_unavailable'
  /** An administrator demands a new password of the user, and this server has no page to give one. */
  | 'password_change_unavailable'
  /** This sign-in demands another user than the one who signed in. */
  | 'wrong_user'
  /** The request to sign out is wrong, and nobody was signed out. */
  | 'invalid_sign_out_request'
  /** Something failed, and whoever wanted to sign out is still signed in. */
  | 'sign_out_failed'
  | 'not_found'
  | 'unavailable'
  /** So many requests came from the user's address that it has to wait. */
  | 'too_many_requests'
  | 'server_error'

export interface ErrorPage {
  readonly kind: 'error'
  readonly code: ErrorCode
  /** The specification's words for developers, e.g. `invalid_request`, and our public description of it. */
  readonly error?: string
  readonly description?: string
  /** Path to the login name, where somebody else may go on. */
  readonly otherUserPath?: string
}

/** Goes on to the authorization endpoint by itself, and with a link; no form leads there, so that no policy for forms follows the way back. */
export interface LeavingPage {
  readonly kind: 'leaving'
  /** A path of our own. */
  readonly target: string
  /** The application that waits for the user. */
  readonly applicationName: string
}

/** A page that posts the answer to the application by itself, and with a button where scripts do not run. */
export interface FormPostPage {
  readonly kind: 'form_post'
  readonly action: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Asks whether to sign out: one form with one button. */
export interface SignOutPage {
  readonly kind: 'sign_out'
  /** Where the form posts to, a path of our own. */
  readonly action: string
  /** Its hidden fields. */
  readonly fields: Readonly<Record<string, string>>
}

/** Shown to somebody who signed out. */
export interface SignedOutPage {
  readonly kind: 'signed_out'
  /** Other users are still signed in to this browser. */
  readonly othersRemain: boolean
  /** Where the application expects them back: the page leads there by itself, and by a link. */
  readonly continueTo?: string
}

/** Shown to somebody who opens the address of the service itself. */
export interface WelcomePage {
  readonly kind: 'welcome'
}

export type Page =
  | LoginNamePage
  | PasswordPage
  | OneTimeCodePage
  | AccountSelectionPage
  | LeavingPage
  | ErrorPage
  | FormPostPage
  | SignOutPage
  | SignedOutPage
  | WelcomePage

export interface Asset {
  readonly contentType: string
  readonly body: string
}

export interface LoginUi {
  readonly locales: readonly Locale[]
  /** @returns a whole HTML document */
  render(page: Page, locale: Locale): string
  /** Static files by name, served under `/ui/login/assets/<name>`: style sheet, icons, and the script of `form_post`. */
  readonly assets: Readonly<Record<string, Asset>>
}

/** Where the pages stand, and where their static files do. */
export const loginPath = '/ui/login'
export const assetsPath = '/ui/login/assets'
