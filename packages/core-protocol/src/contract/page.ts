// Pages of parts: what a page shows, as data. The login renders it in the branding and the languages of the provider, with the headers of every
// other page. A part writes plain text, which is escaped, and never markup.
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'

/** A field of a form. */
export interface PageField {
  /** The name by which the form is read. Not `request`, `csrf` or `step`. */
  readonly name: string
  readonly label: string
  /** A checkbox that is ticked sends `on`. `code` is for a code that the user copies from elsewhere. Default: `text`. */
  readonly kind?: 'text' | 'email' | 'tel' | 'checkbox' | 'code'
  readonly value?: string
  readonly help?: string
  /** The purpose of the field: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill. Default: `off`. */
  readonly autocomplete?: string
}

/** A submit button. */
export interface PageButton {
  /** What happens, as a verb. */
  readonly text: string
  /** What the form sends if the user presses this button. Absent where the form has one button. */
  readonly name?: string
  readonly value?: string
}

/** The text of a page in one language, in the order in which it is shown. Everything is plain text, which is escaped. */
export interface PageText {
  readonly title: string
  /** One line below the title. */
  readonly lead?: string
  /** A code to compare or to type elsewhere. */
  readonly code?: string
  readonly paragraphs?: readonly string[]
  /** Names and their values. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
  /** A list under a short heading. */
  readonly list?: { readonly heading: string; readonly items: readonly string[] }
  /** A message that stands out. */
  readonly notice?: { readonly text: string; readonly kind?: 'information' | 'success' }
  /** To paths of this origin, or to web addresses. */
  readonly links?: readonly { readonly text: string; readonly address: string }[]
}

/** A form that posts to an endpoint of a part, which reads it with `readPageForm`. */
export interface PageForm {
  /** A path of this server. */
  readonly action: string
  /** Hidden values. They can be forged like any field. */
  readonly hidden?: Readonly<Record<string, string>>
  readonly fields?: readonly PageField[]
  /** Several buttons are equally large. */
  readonly buttons: readonly [PageButton, ...PageButton[]]
  /** Why the form that was posted last was refused. */
  readonly error?: string
}

/** The content of a page in one language. */
export interface PageContent extends PageText {
  readonly form?: PageForm
}

/** A page of a part, as the login is asked to show it. */
export interface PartPage {
  /** The languages that the part has texts for, such as `['en', 'de']`. The page has the first one if the user asks for none of them. */
  readonly locales: readonly [string, ...string[]]
  /** Makes the content in one of `locales`. */
  readonly content: (locale: string) => PageContent
  /** The languages that the request names, in order of preference. They go before those of the browser. */
  readonly uiLocales?: readonly string[]
  /** The application that the page is about. */
  readonly client?: Pick<Client, 'name' | 'orgId' | 'privateLabeling'>
  /** The signed-in user, whose organization may decide the branding. */
  readonly user?: Pick<User, 'orgId'>
  /** Default: 200. */
  readonly status?: number
}
