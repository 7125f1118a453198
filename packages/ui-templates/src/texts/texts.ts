// The catalogue of everything the pages say. A locale that lacks a text, or says one that no page uses, does not compile.
// Every error says what to do next.
import type { ErrorCode, FormError, Locale } from '@symbolon/login'
import type { Markup } from '../html/markup.ts'

export interface ErrorText {
  readonly title: string
  readonly happened: string
  readonly next: string
}

/** A time to wait, in the larger unit that fits. */
export interface Wait {
  readonly count: number
  readonly unit: 'seconds' | 'minutes'
}

export interface Texts {
  /** BCP 47, for the `lang` attribute. */
  readonly language: Locale
  readonly signInTo: (application: Markup) => Markup
  readonly otherAccount: string
  /** Stands before the title of a page whose form was refused. */
  readonly errorPrefix: string
  readonly loginName: { readonly title: string, readonly label: string, readonly submit: string, readonly chooseAccount: string }
  readonly password: { readonly title: string, readonly label: string, readonly submit: string }
  readonly oneTimeCode: {
    readonly title: string
    readonly lead: (loginName: Markup) => Markup
    readonly label: string
    readonly submit: string
  }
  readonly accountSelection: { readonly title: string, readonly signedOut: string }
  readonly signOut: { readonly title: string, readonly question: (place: Markup) => Markup, readonly lead: string, readonly submit: string }
  readonly signedOut: { readonly title: string, readonly next: string, readonly continue: string, readonly othersRemain: string }
  readonly welcome: { readonly title: string, readonly lead: string, readonly next: string }
  readonly formPost: { readonly title: string, readonly next: string, readonly submit: string }
  /**
   * `invalid_credentials` tells nobody which of the two was wrong:
   * https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#authentication-responses
   */
  readonly formErrors: Readonly<Record<FormError, string>>
  /** The same where it is known how long to wait. */
  readonly waitErrors: Readonly<Record<'too_many_attempts' | 'busy', (wait: Wait) => string>>
  readonly errorPages: Readonly<Record<ErrorCode, ErrorText>>
  readonly forDevelopers: string
}
