// The built-in user interface of the account page. It renders each page as an HTML document: a pure function of page model and locale.
import type { AccountPage, AccountUi } from '@symbolon/account'
import type { Locale } from '@symbolon/login'
import { toDocument } from './html/markup.ts'
import type { Markup } from './html/markup.ts'
import type { AccountSetting } from './pages/account/frame.ts'
import { chooseAccountPage, overviewPage } from './pages/account/overview.ts'
import { passkeyNamePage } from './pages/account/passkeys.ts'
import { profilePage } from './pages/account/profile.ts'
import type { TemplatesOptions } from './templates.ts'
import { accountTextsByLocale } from './texts/account/languages.ts'
import { locales, textsByLocale } from './texts/languages.ts'

const markupOf = (page: AccountPage, setting: AccountSetting): Markup => {
  switch (page.kind) {
    case 'overview':
      return overviewPage(page, setting)
    case 'passkey_name':
      return passkeyNamePage(page, setting)
    case 'profile_form':
      return profilePage(page, setting)
    case 'choose_account':
      return chooseAccountPage(page, setting)
  }
}

/**
 * Creates the built-in user interface of the account page, in ten languages. Its static files are those of `templates()`.
 *
 * @example account({ ui: accountTemplates({ vendorName: 'Acme ID' }), sections: [sessionsSection()] })
 * @throws TypeError when the product's name is blank
 */
export const accountTemplates = ({ vendorName = 'Symbolon' }: TemplatesOptions = {}): AccountUi => {
  if (vendorName.trim() === '') throw new TypeError('accountTemplates: vendorName is blank')
  return Object.freeze({
    locales,
    render: (page: AccountPage, locale: Locale) =>
      toDocument(markupOf(page, { texts: textsByLocale[locale], account: accountTextsByLocale[locale], vendorName })),
  })
}
