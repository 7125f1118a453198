// The port of the user interface of the account page: what each page shows, as data. A user interface renders a page as HTML and decides
// nothing. The static files are those of the login.
import type { Locale } from '@symbolon/login'
import type { ChooseAccountPage, OverviewPage } from './overview.ts'

/** What a form did. The page that follows says it. */
export type AccountNotice = 'session_ended' | 'other_sessions_ended'

/** Why a form did nothing. */
export type AccountError =
  /** The browser has signed in again since the page was shown, so its forms are out of date. */
  'outdated_form'

/** Members that every page has. */
export interface AccountPageBase {
  /** Hidden fields of every form on the page. */
  readonly fields: Readonly<Record<string, string>>
  readonly notice?: AccountNotice
  readonly error?: AccountError
}

/** Every page of the account. */
export type AccountPage = OverviewPage | ChooseAccountPage

/** Renders the pages. `accountTemplates()` of `@symbolon/ui-templates` implements it. */
export interface AccountUi {
  /** The languages that it has texts for. */
  readonly locales: readonly Locale[]
  /** @returns a whole HTML document */
  render(page: AccountPage, locale: Locale): string
}

/** The path of the account page. The paths of all its parts start with it. */
export const accountPath = '/ui/account'
