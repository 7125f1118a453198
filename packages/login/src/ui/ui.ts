// The port of the user interface: what each page shows, as data. A user interface renders a page as HTML and decides nothing.
import type { PageContent } from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import type { ExternalAccountPage, ExternalErrorCode, ExternalLinkPage } from './external.ts'
import type { FormPage, SecondFactorPage, WayLink } from './form-page.ts'
import type { OwnPage } from './own-page.ts'
import type { RecoveryCodePage, RecoveryCodesPage, RecoveryCodeSetupPage, TotpEnrolmentPage, TotpSetupPage } from './factor-setup.ts'
import type { PasskeyForm, PasskeyPage, PasskeySetupPage } from './passkey.ts'

import type {
  EmailAddressPage,
  FirstPasswordPage,
  MailedCodePage,
  MailedLinkPage,
  RecoveryPage,
  RegistrationNamesPage,
  RegistrationPage,
} from './mailed-code.ts'
import type { PasswordChangePage } from './password-change.ts'

/** The languages of the pages, by their primary language subtag: https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1 */
export type Locale = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ja' | 'zh'

/** A link to an identity provider. */
export interface ProviderLink extends WayLink {
  /** The display name, e.g. `Google`. */
  readonly name: string
}

/** Ways to sign in that a page shows in addition to its own field. */
export interface SignInWays {
  /** Signs in with a passkey. On a page with `conditionalOptions`, the field of the login name offers passkeys. */
  readonly passkey?: PasskeyForm
  /** Links to identity providers, in order. */
  readonly providers?: readonly ProviderLink[]
  /** For users who forgot their password. */
  readonly recovery?: WayLink
  /** For visitors without an account. */
  readonly registration?: WayLink
}

/** Asks for the login name, in the field `loginName`. */
export interface LoginNamePage extends FormPage {
  readonly kind: 'login_name'
  readonly loginName?: string
  /** Path of the account selection; absent without a session to choose. */
  readonly accountsPath?: string
  /** The domain that completes a user name without one. */
  readonly domain?: string
  /** Absent if the list would be empty. */
  readonly ways?: SignInWays
}

/** Asks for the password, in the field `password`. A read-only field shows the login name to password managers. */
export interface PasswordPage extends FormPage {
  readonly kind: 'password'
  readonly loginName: string
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
  /** Absent if the list would be empty. */
  readonly ways?: SignInWays
}

/** Offers the sign-in methods of a login without passwords. */
export interface FirstFactorPage extends FormPage {
  readonly kind: 'first_factor'
  readonly loginName: string
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
  /** Absent if the list would be empty. */
  readonly ways?: SignInWays
}

/** Asks for a code of the authenticator app, in the field `code`. */
export interface OneTimeCodePage extends SecondFactorPage {
  readonly kind: 'one_time_code'
}

/** A session of this browser, as a choice for the user. */
export interface Account {
  readonly sessionId: string
  readonly loginName: string
  readonly displayName: string
  /** False when the user has to authenticate again. */
  readonly signedIn: boolean
}

/** Lists the accounts, each with a form (field `sessionId`) and a submit button, and a link to sign in as another user. */
export interface AccountSelectionPage extends FormPage {
  readonly kind: 'account_selection'
  readonly accounts: readonly Account[]
  readonly otherUserPath: string
}

/** Which error page to show. */
export type ErrorCode =
  /** The application sent a wrong authorization request. */
  | 'invalid_authorization_request'
  /** The authorization request has expired, was completed, or belongs to another browser. */
  | 'expired_request'
  /** The mailed link was used, or has expired. */
  | 'expired_link'
  /** The policy does not allow users to reset a forgotten password. */
  | 'recovery_unavailable'
  /** The policy does not allow registration. */
  | 'registration_closed'
  /** An account with the address or the user name was created at the same time. */
  | 'registration_taken'
  /** A form was posted from another site, or without the right CSRF token. */
  | 'forbidden_form'
  /** The user or the user's organization is locked or inactive. */
  | 'user_not_active'
  /** The user may not sign in to this application: the project demands a role, or a grant to the user's organization. */
  | 'user_not_admitted'
  /** The policy of the user's organization requires a second factor, and the user has none. */
  | 'second_factor_missing'
  /** The user has, or the policy requires, a second factor that this server cannot check. */
  | 'second_factor_unavailable'
  /** The user has to change the password, and this server has no page for that. */
  | 'password_change_unavailable'
  /** The authorization request names a user other than the one who signed in. */
  | 'wrong_user'
  /** The sign-out request is wrong. No session was ended. */
  | 'invalid_sign_out_request'
  /** The sign-out failed. The user is still signed in. */
  | 'sign_out_failed'
  /** The page for an unknown path. */
  | 'not_found'
  /** The database does not answer. */
  | 'unavailable'
  /** Requests from the user's IP address exceed the limit. */
  | 'too_many_requests'
  /** An unexpected error. */
  | 'server_error'
  | ExternalErrorCode

/** Says what happened and what the user can do next. */
export interface ErrorPage {
  readonly kind: 'error'
  readonly code: ErrorCode
  /** For developers: the error code of the specification, e.g. `invalid_request`, and our description of it. */
  readonly error?: string
  readonly description?: string
  /** Path of the login name page, for another user. */
  readonly otherUserPath?: string
  /** The path that starts an expired sign-in again. */
  readonly restartPath?: string
  /** The link back to the application, if it is known. */
  readonly application?: ApplicationLink
}

/** The web site of an application. */
export interface ApplicationLink {
  readonly name: string
  /** An http or https address. */
  readonly address: string
}

/**
 * Redirects to the authorization endpoint, or to an identity provider, by itself, and offers a link. A form does not work here: browsers apply the `form-action` of a
 * page to every redirect that follows its form.
 */
export interface LeavingPage {
  readonly kind: 'leaving'
  /** A path of this server. */
  readonly target: string
  /** The application that the user returns to. */
  readonly applicationName: string
  /** The identity provider, where the page leads to one. */
  readonly providerName?: string
}

/**
 * Posts the authorization response to the application with a script, or with a button where scripts do not run.
 * https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export interface FormPostPage {
  readonly kind: 'form_post'
  /** The redirect URI. */
  readonly action: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Asks whether to sign out, with one form and one button. */
export interface SignOutPage {
  readonly kind: 'sign_out'
  /** Where the form posts to: a path of this server. */
  readonly action: string
  /** The hidden fields of the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** Confirms a sign-out. */
export interface SignedOutPage {
  readonly kind: 'signed_out'
  /** Whether other users are still signed in to this browser. */
  readonly othersRemain: boolean
  /** The post-logout redirect URI: the page redirects there by itself, and offers a link. */
  readonly continueTo?: string
}

/** Shown to a visitor of the issuer's address. */
export interface WelcomePage {
  readonly kind: 'welcome'
  /** Path of the account page; absent if it is not composed. */
  readonly accountPath?: string
}

/** A page of a part. Its form posts to `content.form.action`, with the hidden field `csrf` in addition to those of the content. */
export interface PartPage {
  readonly kind: 'part'
  /** In the language of the page. */
  readonly content: PageContent
  readonly csrf: string
  /** The application that the page is about. */
  readonly applicationName?: string
}

/** Every page that a user interface has to render. */
export type Page =
  | LoginNamePage
  | PasswordPage
  | FirstFactorPage
  | OneTimeCodePage
  | PasswordChangePage
  | RecoveryCodePage
  | TotpSetupPage
  | TotpEnrolmentPage
  | RecoveryCodeSetupPage
  | RecoveryCodesPage
  | PasskeyPage
  | PasskeySetupPage
  | RecoveryPage
  | MailedCodePage
  | EmailAddressPage
  | MailedLinkPage
  | FirstPasswordPage
  | RegistrationPage
  | RegistrationNamesPage
  | AccountSelectionPage
  | ExternalAccountPage
  | ExternalLinkPage
  | OwnPage
  | PartPage
  | LeavingPage
  | ErrorPage
  | FormPostPage
  | SignOutPage
  | SignedOutPage
  | WelcomePage

/** A static file. */
export interface Asset {
  readonly contentType: string
  readonly body: string
}

/** A user interface: renders the pages and brings their static files. `@symbolon/ui-templates` implements it. */
export interface LoginUi {
  /** The languages that it has texts for. */
  readonly locales: readonly Locale[]
  /** Stands for the application in sign-ins to pages of this server, such as the account page. Default: the host of the issuer. */
  readonly productName?: string
  /** The names of the custom steps whose pages (`kind: 'own'`) it renders. Default: none. `login()` refuses a custom step that is not among them. */
  readonly ownPages?: readonly string[]
  /**
   * @param branding the branding of the organization or the instance; absent when they cannot be read
   * @returns a whole HTML document
   */
  render(page: Page, locale: Locale, branding?: Branding): string
  /** Static files by name, served under `/ui/login/assets/<name>`: the style sheet, icons, and the script of the `form_post` page. */
  readonly assets: Readonly<Record<string, Asset>>
  /**
   * The style sheet of a theme, served for ever under `/ui/login/assets/themes/<name>`. The name holds all that the theme is made of. Undefined
   * for a name of no theme: any client can request any theme. Absent without themes.
   */
  readonly theme?: (name: string) => Asset | undefined
}

/** The path of the dispatcher. The paths of all steps start with it. */
export const loginPath = '/ui/login'
/** The paths of the static files start with it. */
export const assetsPath = '/ui/login/assets'
/** The paths of the images of brands start with it, and end with a name that the branding holds. */
export const imagesPath = '/ui/login/assets/images'
/** The paths of the themes start with it. */
export const themesPath = '/ui/login/assets/themes'
