// Every text that an organization can replace: on which pages it stands, and that it stands on no other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Branding, Page } from '@symbolon/login'
import { builtInTexts, templates } from '../src/index.ts'
import { pagesWith } from './pages.ts'

type CustomText = keyof Branding['texts'][string]

/** A kind of page, with its purpose where texts depend on it. `mailed_code sentTo` says where a code was sent, which a recovery does not. */
type Place = Page['kind'] | `first_password ${'recovery' | 'invitation' | 'registration'}` | 'mailed_code sentTo'

/** The pages of each text; undefined for texts of many pages. */
const places: Readonly<Record<CustomText, readonly Place[] | undefined>> = {
  'loginName.title': ['login_name', 'first_factor'],
  'loginName.submit': ['login_name'],
  'accountSelection.title': ['account_selection'],
  'password.title': ['password'],
  'password.label': ['password'],
  'password.submit': ['password'],
  'password.recovery': ['login_name', 'password', 'first_factor'],
  'loginName.registration': ['login_name', 'password', 'first_factor'],
  'oneTimeCode.title': ['one_time_code'],
  'oneTimeCode.label': ['one_time_code', 'totp_enrolment'],
  'oneTimeCode.submit': ['one_time_code'],
  'signedOut.title': ['signed_out'],
  'signedOut.next': ['signed_out'],
  'oneTimeCode.lead': ['one_time_code'],
  'secondFactors.app': ['one_time_code', 'recovery_code', 'passkey'],
  'secondFactors.passkey': ['one_time_code'],
  'passkeySignIn.submit': ['login_name', 'password', 'first_factor'],
  'passkeySignIn.unsupported': ['login_name', 'password', 'first_factor', 'passkey', 'passkey_setup'],
  'passkey.title': ['passkey'],
  'passkey.lead': ['passkey'],
  'passkey.submit': ['passkey'],
  'passkey.unsupported': ['passkey'],
  'passkeySetup.title': ['passkey_setup'],
  'passkeySetup.lead': ['passkey_setup'],
  'passkeySetup.submit': ['passkey_setup'],
  'passkeySetup.skip': ['passkey_setup'],
  'securityKeySetup.title': ['passkey_setup'],
  'securityKeySetup.lead': ['passkey_setup'],
  'securityKeySetup.submit': ['passkey_setup'],
  'totpSetup.title': ['totp_setup'],
  'totpSetup.lead': ['totp_setup'],
  'totpSetup.submit': ['totp_setup'],
  'totpSetup.skip': ['totp_setup'],
  'totpEnrolment.title': ['totp_enrolment'],
  'totpEnrolment.scan': ['totp_enrolment'],
  'totpEnrolment.key': ['totp_enrolment'],
  'totpEnrolment.enter': ['totp_enrolment'],
  'totpEnrolment.submit': ['totp_enrolment'],
  'rules.lowercase': ['password_change', 'first_password recovery', 'first_password invitation', 'first_password registration'],
  'rules.uppercase': ['password_change', 'first_password recovery', 'first_password invitation', 'first_password registration'],
  'rules.digit': ['password_change', 'first_password recovery', 'first_password invitation', 'first_password registration'],
  'rules.symbol': ['password_change', 'first_password recovery', 'first_password invitation', 'first_password registration'],
  'passwordChange.title': ['password_change'],
  'passwordChange.demanded': ['password_change'],
  'passwordChange.expired': ['password_change'],
  'passwordChange.current': ['password_change'],
  'passwordChange.label': ['password_change'],
  'passwordChange.again': ['password_change'],
  'passwordChange.submit': ['password_change'],
  'recoveryMail.label': ['mailed_code'],
  'recoveryMail.resend': ['mailed_code'],
  'recoveryPassword.title': ['first_password recovery'],
  'recoveryPassword.label': ['first_password recovery'],
  'recoveryPassword.again': ['first_password recovery'],
  'recoveryPassword.submit': ['first_password recovery'],
  'invitationPassword.title': ['first_password invitation'],
  'invitationPassword.label': ['first_password invitation'],
  'invitationPassword.again': ['first_password invitation'],
  'invitationPassword.submit': ['first_password invitation'],
  'emailVerification.title': ['mailed_code sentTo'],
  'emailVerification.label': ['mailed_code sentTo'],
  'emailVerification.submit': ['mailed_code sentTo'],
  'emailVerification.resend': ['mailed_code sentTo'],
  'registration.title': ['registration', 'registration_names'],
  'registration.names': ['registration_names'],
  'registration.email': ['registration', 'registration_names', 'email_address'],
  'registration.firstName': ['registration_names'],
  'registration.lastName': ['registration_names'],
  'registration.userName': ['registration_names'],
  'registration.submit': ['registration', 'registration_names'],
  'registrationPassword.label': ['first_password registration'],
  'registrationPassword.again': ['first_password registration'],
  'externalAccount.title': ['external_account'],
  'externalAccount.lead': ['external_account'],
  'externalAccount.connect': ['external_account'],
  'externalAccount.submit': ['external_account'],
  'externalAccount.email': ['external_account'],
  'externalAccount.userName': ['registration_names', 'external_account'],
  'externalAccount.firstName': ['external_account'],
  'externalAccount.lastName': ['external_account'],
  'externalLink.title': ['external_link'],
  'externalLink.lead': ['external_link'],
  'externalLink.submit': ['external_link'],
  'externalLink.cancel': ['external_link'],
  'leaving.title': ['leaving', 'form_post'],
  'leaving.submit': ['leaving', 'form_post'],
  'loginName.label': undefined,
  'accountSelection.otherAccount': undefined,
  'footer.terms': undefined,
  'footer.privacy': undefined,
  'footer.help': undefined,
  'footer.support': undefined,
}

const ui = templates()
const branding: Branding = {
  themeMode: 'auto',
  light: {},
  dark: {},
  images: {},
  hideLoginNameSuffix: false,
  disableWatermark: false,
  links: { terms: 'https://a.example', privacy: 'https://a.example', help: 'https://a.example', support: 'a@a.example' },
  texts: {},
}

const placeOf = (page: Page): Place =>
  page.kind === 'first_password'
    ? `first_password ${page.purpose}`
    : page.kind === 'mailed_code' && page.sentTo !== undefined
      ? 'mailed_code sentTo'
      : page.kind

for (const [name, expected] of Object.entries(places)) {
  test(`${name} stands on ${expected?.join(', ') ?? 'many pages'}, as text`, () => {
    const texts = { en: { [name]: `<${name}>` } }
    const shown = pagesWith('Acme').filter((page) => ui.render(page, 'en', { ...branding, texts }).includes(`&lt;${name}&gt;`))
    if (expected === undefined) assert.ok(shown.length > 6)
    else assert.deepEqual(new Set(shown.map(placeOf)), new Set(expected))
    for (const page of pagesWith('Acme')) assert.ok(!ui.render(page, 'en', { ...branding, texts }).includes(`<${name}>`))
  })
}

test('without texts of an organization, the built-in one of each stands on a page of its place, in every language', () => {
  for (const locale of ui.locales) {
    const pages = pagesWith('Acme').map((page) => ({ place: placeOf(page), html: ui.render(page, locale, branding) }))
    for (const [name, text] of Object.entries(builtInTexts(locale))) {
      const expected = places[name as CustomText]
      const parts = text.split('…').map((part) => part.replaceAll("'", '&#39;'))
      const shown = pages.some(
        ({ place, html }) => (expected?.includes(place) ?? true) && parts.every((part) => html.replaceAll("'", '&#39;').includes(part)),
      )
      assert.ok(shown, `${locale} ${name}: ${text}`)
    }
  }
})

test('the texts of an optional set-up stay the built-in texts', () => {
  const texts = { en: { 'totpSetup.title': 'Own title' } }
  const base = { kind: 'totp_setup', action: '/ui/login/x', requestId: 'r', csrf: 'c', applicationName: 'Acme' } as const
  const shows = (reason: 'required' | 'offered' | 'wanted' | 'replacement'): boolean =>
    ui.render({ ...base, reason }, 'en', { ...branding, texts }).includes('Own title')
  assert.deepEqual([shows('required'), shows('offered'), shows('wanted'), shows('replacement')], [true, true, false, false])
})
