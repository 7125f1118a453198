// The built-in user interface. It renders each page of the login as an HTML document: a pure function of page model and locale.
import type { Branding, Locale, LoginUi, OwnPage, Page } from '@symbolon/login'
import { checkTemplatesOptions, invalidOption } from './options.ts'
import type { TemplatesOptions } from './options.ts'
import { assets } from './assets/assets.ts'
import { toDocument } from './html/markup.ts'
import type { Markup } from './html/markup.ts'
import { externalAccountPage, externalLinkPage } from './pages/external.ts'
import { recoveryCodePage, recoveryCodesPage, recoveryCodeSetupPage, totpEnrolmentPage, totpSetupPage } from './pages/factor-setup.ts'
import type { Setting } from './pages/setting.ts'
import { emailAddressPage, firstPasswordPage, mailedCodePage, mailedLinkPage, recoveryPage } from './pages/mailed-code.ts'
import { errorPage, welcomePage } from './pages/messages.ts'
import { ownPageOf } from './pages/own.ts'
import { partPage } from './pages/part.ts'
import { passwordChangePage } from './pages/password-change.ts'
import { passkeyPage, passkeySetupPage } from './pages/passkey.ts'
import { registrationNamesPage, registrationPage } from './pages/registration.ts'
import { formPostPage, leavingPage } from './pages/return.ts'
import { accountSelectionPage, firstFactorPage, loginNamePage, oneTimeCodePage, passwordPage } from './pages/sign-in.ts'
import { signedOutPage, signOutPage } from './pages/sign-out.ts'
import { customize } from './texts/custom.ts'
import { locales, textsByLocale } from './texts/languages.ts'
import { themeOf } from './theme/theme.ts'

function markupOf(page: Exclude<Page, OwnPage>, setting: Setting): Markup {
  switch (page.kind) {
    case 'login_name':
      return loginNamePage(page, setting)
    case 'password':
      return passwordPage(page, setting)
    case 'recovery':
      return recoveryPage(page, setting)
    case 'mailed_code':
      return mailedCodePage(page, setting)
    case 'email_address':
      return emailAddressPage(page, setting)
    case 'mailed_link':
      return mailedLinkPage(page, setting)
    case 'first_password':
      return firstPasswordPage(page, setting)
    case 'registration':
      return registrationPage(page, setting)
    case 'registration_names':
      return registrationNamesPage(page, setting)
    case 'first_factor':
      return firstFactorPage(page, setting)
    case 'one_time_code':
      return oneTimeCodePage(page, setting)
    case 'password_change':
      return passwordChangePage(page, setting)
    case 'recovery_code':
      return recoveryCodePage(page, setting)
    case 'totp_setup':
      return totpSetupPage(page, setting)
    case 'totp_enrolment':
      return totpEnrolmentPage(page, setting)
    case 'recovery_code_setup':
      return recoveryCodeSetupPage(page, setting)
    case 'recovery_codes':
      return recoveryCodesPage(page, setting)
    case 'passkey':
      return passkeyPage(page, setting)
    case 'passkey_setup':
      return passkeySetupPage(page, setting)
    case 'account_selection':
      return accountSelectionPage(page, setting)
    case 'external_account':
      return externalAccountPage(page, setting)
    case 'external_link':
      return externalLinkPage(page, setting)
    case 'part':
      return partPage(page, setting)
    case 'leaving':
      return leavingPage(page, setting)
    case 'error':
      return errorPage(page, setting)
    case 'form_post':
      return formPostPage(page, setting)
    case 'sign_out':
      return signOutPage(page, setting)
    case 'signed_out':
      return signedOutPage(page, setting)
    case 'welcome':
      return welcomePage(page, setting)
  }
}

/**
 * Creates the built-in user interface, in ten languages.
 *
 * @example login({ ui: templates({ vendorName: 'Acme ID' }), authenticators: [password({ hashing })] })
 * @throws TypeError with the code `unknown_option`, `duplicate_page` or `invalid_vendor_name`
 */
export function templates(options: TemplatesOptions = {}): LoginUi {
  const { vendorName, pages } = checkTemplatesOptions('templates', options)
  const ownPages = pages.map(({ step }) => step)
  const repeated = ownPages.find((step, index) => ownPages.indexOf(step) !== index)
  if (repeated !== undefined) throw invalidOption('duplicate_page', `The step ${repeated} has two pages in templates(). Remove one.`)
  return Object.freeze({
    locales,
    productName: vendorName,
    assets,
    theme: themeOf,
    ownPages,
    render(page: Page, locale: Locale, branding?: Branding) {
      const texts = textsByLocale[locale]
      const setting =
        branding === undefined ? { texts, vendorName } : { texts: customize(texts, branding.texts, page), vendorName, branding }
      return toDocument(page.kind === 'own' ? ownPageOf(page, pages, locale, setting) : markupOf(page, setting))
    },
  })
}
