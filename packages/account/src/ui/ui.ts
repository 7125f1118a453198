// The port of the user interface of the account page: what each page shows, as data. A user interface renders a page as HTML and decides
// nothing. The static files are those of the login.
import type { Branding, Locale } from '@symbolon/login'
import type { ActivityPage } from './activity.ts'
import type { PhonePage } from './contact.ts'
import type { DeletedPage, DeletionPage } from './deletion.ts'
import type { ChooseAccountPage, OverviewPage } from './overview.ts'
import type { PasskeyNamePage } from './passkeys.ts'
import type { ProfilePage } from './profile.ts'
import type { SessionListPage } from './sessions.ts'

/** Every page of the account. */
export type AccountPage =
  | ActivityPage
  | DeletedPage
  | DeletionPage
  | OverviewPage
  | ChooseAccountPage
  | PasskeyNamePage
  | PhonePage
  | ProfilePage
  | SessionListPage

/** Renders the pages. `accountTemplates()` of `@symbolon/ui-templates` implements it. */
export interface AccountUi {
  /** The languages that it has texts for. */
  readonly locales: readonly Locale[]
  /** @param branding the branding of the user's organization @returns a whole HTML document */
  render(page: AccountPage, locale: Locale, branding?: Branding): string
}

/** The path of the account page. The paths of all its parts start with it. */
export const accountPath = '/ui/account'
