// The built-in user interface: each page of the login as an HTML document, a pure function of page and locale.
import type { Locale, LoginUi, Page } from '@symbolon/login'
import { assets } from './assets/assets.ts'
import type { Setting } from './pages/layout.ts'
import { type Markup, toDocument } from './html/markup.ts'
import { accountSelectionPage } from './pages/account-selection.ts'
import { errorPage } from './pages/error.ts'
import { formPostPage } from './pages/form-post.ts'
import { leavingPage } from './pages/leaving.ts'
import { loginNamePage } from './pages/login-name.ts'
import { oneTimeCodePage } from './pages/one-time-code.ts'
import { passwordPage } from './pages/password.ts'
import { signOutPage } from './pages/sign-out.ts'
import { signedOutPage } from './pages/signed-out.ts'
import { welcomePage } from './pages/welcome.ts'
import { textsByLocale } from './texts/all.ts'

export interface TemplatesOptions {
  /** The product's name, in the footer of every page and in the titles that name no application. Default: `Symbolon`. */
  readonly vendorName?: string
}

const locales: readonly Locale[] = ['en', 'de']

const markupOf = (page: Page, setting: Setting): Markup => {
  switch (page.kind) {
    case 'login_name': return loginNamePage(page, setting)
    case 'password': return passwordPage(page, setting)
    case 'one_time_code': return oneTimeCodePage(page, setting)
    case 'account_selection': return accountSelectionPage(page, setting)
    case 'leaving': return leavingPage(page, setting)
    case 'error': return errorPage(page, setting)
    case 'form_post': return formPostPage(page, setting)
    case 'sign_out': return signOutPage(page, setting)
    case 'signed_out': return signedOutPage(page, setting)
    case 'welcome': return welcomePage(page, setting)
  }
}

/** @throws TypeError when the product's name is blank */
export const templates = ({ vendorName = 'Symbolon' }: TemplatesOptions = {}): LoginUi => {
  if (vendorName.trim() === '') throw new TypeError('templates: vendorName is blank')
  return Object.freeze({
    locales,
    assets,
    render: (page: Page, locale: Locale) => toDocument(markupOf(page, { texts: textsByLocale[locale], vendorName })),
  })
}
