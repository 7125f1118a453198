// The catalogue of the texts on the pages, by kind of page. A language with a missing or an unknown text does not compile.
import type { ErrorCode, FormError, SecondFactorName, TotpSetupPage } from '@symbolon/login'
import type { Markup } from '../html/markup.ts'
import type { EmailAddressTexts } from './email-address.ts'

/** The text of an error page: what happened, and what the user can do next. */
export interface ErrorText {
  readonly title: string
  readonly happened: string
  readonly next: string
}

/** How long the user has to wait. */
export interface Wait {
  readonly count: number
  readonly unit: 'seconds' | 'minutes'
}

/** All texts of one locale. */
export interface Texts {
  /**
   * The language tag for the `lang` attribute: the locale, with the region or the script that the texts are written for.
   * https://www.rfc-editor.org/rfc/rfc5646
   */
  readonly language: string
  /** The direction of the language's script, for the `dir` attribute. */
  readonly direction: 'ltr' | 'rtl'
  readonly signInTo: (application: Markup) => Markup
  /** In place of `signInTo` on the page of the login name. */
  readonly loginNameHeading?: (application: Markup) => Markup
  readonly otherAccount: string
  /** Precedes the title of a page that shows an error of a form. */
  readonly errorPrefix: string
  readonly loginName: {
    readonly title: string
    readonly label: string
    readonly submit: string
    readonly chooseAccount: string
    readonly domain: (domain: Markup) => Markup
  }
  readonly password: { readonly title: string; readonly label: string; readonly submit: string }
  /** The fields of a new password, with its rules. */
  readonly newPassword: {
    readonly label: string
    readonly again: string
    /** @param count of characters */
    readonly length: (count: number) => string
    readonly lowercase: string
    readonly uppercase: string
    readonly digit: string
    readonly symbol: string
    /** No common password, no name, no sequence. */
    readonly guessable: string
  }
  /** The change of a password, and why it is due. */
  readonly passwordChange: {
    readonly title: string
    readonly demanded: string
    readonly expired: string
    readonly expiring: (days: number) => string
    readonly wanted: string
    readonly current: string
    readonly submit: string
  }
  /** Skips an offered step. */
  readonly skip: string
  readonly oneTimeCode: {
    readonly title: string
    readonly lead: (loginName: Markup) => Markup
    readonly label: string
    readonly submit: string
  }
  /** Links to other ways to sign in. */
  readonly ways: {
    /** Stands between the form and the other ways. */
    readonly or: string
    readonly provider: (name: Markup) => Markup
    readonly recovery: string
    readonly registration: string
    readonly none: string
  }
  /** Links to the pages of other second factors. */
  readonly secondFactors: Readonly<Record<SecondFactorName, string>>
  /** For users who can prove none of their second factors. */
  readonly noSecondFactor: string
  readonly passkey: {
    /** The button on the pages of the login name and of the password. */
    readonly signIn: string
    readonly title: string
    readonly lead: (loginName: Markup) => Markup
    readonly submit: string
    readonly needsScript: string
    readonly unsupported: string
    readonly setup: Readonly<Record<'passkey' | 'securityKey', { readonly title: string; readonly lead: string; readonly submit: string }>>
    readonly needsScreenLock: string
    readonly notSupported: string
  }
  readonly totpSetup: Readonly<Record<TotpSetupPage['reason'], { readonly title: string; readonly lead: string }>> & {
    readonly submit: string
  }
  /** `open`, `scan` and `enter` are what to do, in this order. `image` says what the QR code is for. */
  readonly totpEnrolment: Readonly<Record<'title' | 'open' | 'scan' | 'image' | 'key' | 'sameDevice' | 'enter' | 'submit', string>>
  readonly recoveryCode: {
    readonly title: string
    readonly lead: (loginName: Markup) => Markup
    readonly label: string
    readonly submit: string
  }
  readonly recoveryCodeSetup: {
    readonly title: string
    readonly lead: string
    readonly left: (count: number) => string
    readonly submit: string
  }
  readonly recoveryCodes: Readonly<Record<'title' | 'lead' | 'download' | 'saved' | 'submit', string>>
  /** The page for people who forgot their password. */
  readonly recovery: { readonly title: string; readonly lead: string; readonly submit: string }
  /** The page that takes a mailed code. `recovery` does not reveal whether an account exists. */
  readonly mailedCode: {
    readonly title: string
    readonly recovery: string
    readonly sentTo: (address: Markup) => Markup
    readonly label: string
    readonly submit: string
    readonly resend: string
    readonly back: string
  }
  /** The pages that ask for the address to send a code to. */
  readonly emailAddress: EmailAddressTexts
  /** The page of a mailed link. */
  readonly mailedLink: {
    readonly recovery: { readonly title: string; readonly lead: string }
    readonly invitation: { readonly title: string; readonly lead: string }
    /** The user did not make a change that a mail reported. */
    readonly change_report: { readonly title: string; readonly lead: string }
    /** The same for a change of the address, which the user gets back. */
    readonly address_report: { readonly title: string; readonly lead: string }
    readonly submit: string
  }
  /** The page for a password without a present one, by the way that led there. */
  readonly firstPassword: {
    readonly title: string
    readonly recovery: string
    readonly invitation: string
    readonly registration: string
    /** Instead of these, where the password removes every other factor. */
    readonly factorsRemoved: string
  }
  readonly backToSignIn: string
  /** The pages of a registration. */
  readonly registration: {
    readonly title: string
    readonly lead: string
    readonly email: string
    readonly submit: string
    readonly names: string
    readonly firstName: string
    readonly lastName: string
  }
  readonly accountSelection: { readonly title: string; readonly signedOut: string }
  /** The page for an account at an identity provider that no user is connected to. */
  readonly externalAccount: {
    readonly title: string
    readonly lead: (provider: Markup) => Markup
    readonly heading: string
    readonly userName: string
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly submit: string
    readonly connect: string
    readonly none: string
  }
  readonly externalLink: {
    readonly title: string
    readonly lead: (provider: Markup, loginName: Markup) => Markup
    /** Names the account at the identity provider. */
    readonly account: (name: Markup) => Markup
    readonly submit: string
    readonly cancel: string
  }
  readonly signOut: { readonly title: string; readonly question: (place: Markup) => Markup; readonly lead: string; readonly submit: string }
  readonly signedOut: { readonly title: string; readonly next: string; readonly continue: string; readonly othersRemain: string }
  readonly welcome: Readonly<Record<'title' | 'lead' | 'next' | 'account', string>>
  readonly formPost: { readonly title: string; readonly next: string; readonly submit: string }
  /**
   * `invalid_credentials` does not reveal whether the login name or the password was wrong:
   * https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#authentication-responses
   */
  readonly formErrors: Readonly<Record<FormError, string>>
  /** Used instead of `formErrors` when the time to wait is known. */
  readonly waitErrors: Readonly<Record<'too_many_attempts' | 'busy', (wait: Wait) => string>>
  readonly errorPages: Readonly<Record<ErrorCode, ErrorText>>
  /** Links in the footer of every page. */
  readonly footer: Readonly<Record<'terms' | 'privacy' | 'help' | 'support' | 'documentation', string>>
  /** The link of an error page back to the application. */
  readonly backTo: (application: Markup) => Markup
  /** The link that starts an expired sign-in again. */
  readonly startAgain: string
  /** The link of pages that belong to no application. */
  readonly home: string
  readonly forDevelopers: string
}
