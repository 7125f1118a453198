// The section that shows the name and the language, and the page that changes them.
import type { AccountPageBase } from './page.ts'

/** The names and the language of the user. */
export interface ProfileFields {
  readonly firstName: string
  readonly lastName: string
  readonly nickName: string
  /** A language of the user interface, or empty for the language of the browser. */
  readonly language: string
}

/** Name and language, with a link to change them. */
export interface ProfileSection {
  readonly kind: 'profile'
  readonly name: string
  readonly language: string
  readonly path: string
}

/** Asks for the names (fields `firstName`, `lastName`, `nickName`) and the language (field `language`). */
export interface ProfilePage extends AccountPageBase {
  readonly kind: 'profile_form'
  readonly action: string
  readonly profile: ProfileFields
  /** The languages to choose from. */
  readonly languages: readonly string[]
  /** Back to the account page. */
  readonly backPath: string
}
