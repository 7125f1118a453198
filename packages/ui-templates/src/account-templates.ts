// The built-in user interface of the account page. It renders each page as an HTML document: a pure function of page model and locale.
import type { AccountPage, AccountUi } from '@symbolon/account'
import type { Branding, Locale } from '@symbolon/login'
import { toDocument } from './html/markup.ts'
import type { Markup } from './html/markup.ts'
import { activityPage } from './pages/account/activity.ts'
import { deletedPage, deletionPage } from './pages/account/deletion.ts'
import type { AccountSetting } from './pages/account/frame.ts'
import { phonePage } from './pages/account/contact.ts'
import { chooseAccountPage, overviewPage } from './pages/account/overview.ts'
import { passkeyNamePage } from './pages/account/passkeys.ts'
import { profilePage } from './pages/account/profile.ts'
import { sessionListPage } from './pages/account/sessions.ts'
import { checkTemplatesOptions } from './options.ts'
import type { TemplatesOptions } from './options.ts'
import { accountTextsByLocale } from './texts/account/languages.ts'
import { customize } from './texts/custom.ts'
import { locales, textsByLocale } from './texts/languages.ts'

function markupOf(page: AccountPage, setting: AccountSetting): Markup {
  switch (page.kind) {
    case 'account_deleted':
      return deletedPage(setting)
    case 'account_deletion':
      return deletionPage(page, setting)
    case 'activity_list':
      return activityPage(page, setting)
    case 'overview':
      return overviewPage(page, setting)
    case 'passkey_name':
      return passkeyNamePage(page, setting)
    case 'phone_form':
      return phonePage(page, setting)
    case 'profile_form':
      return profilePage(page, setting)
    case 'session_list':
      return sessionListPage(page, setting)
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
export function accountTemplates(options: TemplatesOptions = {}): AccountUi {
  const { vendorName } = checkTemplatesOptions('accountTemplates', options)
  return Object.freeze({
    locales,
    render(page: AccountPage, locale: Locale, branding?: Branding) {
      const texts = textsByLocale[locale]
      const common = branding === undefined ? { texts, vendorName } : { texts: customize(texts, branding.texts), vendorName, branding }
      return toDocument(markupOf(page, { ...common, account: accountTextsByLocale[locale] }))
    },
  })
}
