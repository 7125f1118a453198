// Texts of an organization that replace the built-in ones. They are plain text, and are escaped like every other text.
import type { Branding, Page } from '@symbolon/login'
import { html } from 'hono/html'
import type { Texts } from './texts.ts'

type OwnTexts = Branding['texts'][string]
type OwnText = keyof OwnTexts

/**
 * The texts of a language with those that the organization replaces.
 *
 * @param all the texts of the organization by language tag; a tag with a region serves for its language
 * @param page decides between texts that stand in the same place of several pages; absent for pages of the account
 */
export function customize(texts: Texts, all: Branding['texts'], page?: Page): Texts {
  const { language } = new Intl.Locale(texts.language)
  const tag =
    [texts.language, language].find((each) => all[each] !== undefined) ?? Object.keys(all).find((each) => each.startsWith(`${language}-`))
  const own = tag === undefined ? undefined : all[tag]
  if (own === undefined || Object.keys(own).length === 0) return texts
  const general = ofEveryPage(texts, own)
  return page === undefined ? general : { ...general, ...ofPage(page, general, own) }
}

/** The texts with those that are replaced. A text around a name is replaced by one without it. */
function replace<T extends object>(texts: T, own: OwnTexts, names: Readonly<Partial<Record<keyof T, OwnText>>>): T {
  const replaced = Object.entries<OwnText | undefined>(names).flatMap(([member, name]) => {
    const text = name === undefined ? undefined : own[name]
    if (text === undefined) return []
    return [[member, typeof Reflect.get(texts, member) === 'function' ? () => html`${text}` : text]]
  })
  return { ...texts, ...Object.fromEntries(replaced) }
}

function ofEveryPage(texts: Texts, own: OwnTexts): Texts {
  const heading = own['loginName.title']
  const { passkey, totpSetup } = texts
  const prompt = { title: 'totpSetup.title', lead: 'totpSetup.lead' } as const
  return {
    ...replace(texts, own, { otherAccount: 'accountSelection.otherAccount' }),
    ...(heading === undefined ? {} : { loginNameHeading: () => html`${heading}` }),
    loginName: replace(texts.loginName, own, { title: 'loginName.title', label: 'loginName.label', submit: 'loginName.submit' }),
    password: replace(texts.password, own, { title: 'password.title', label: 'password.label', submit: 'password.submit' }),
    newPassword: replace(texts.newPassword, own, {
      lowercase: 'rules.lowercase',
      uppercase: 'rules.uppercase',
      digit: 'rules.digit',
      symbol: 'rules.symbol',
    }),
    oneTimeCode: replace(texts.oneTimeCode, own, {
      title: 'oneTimeCode.title',
      lead: 'oneTimeCode.lead',
      label: 'oneTimeCode.label',
      submit: 'oneTimeCode.submit',
    }),
    ways: replace(texts.ways, own, { recovery: 'password.recovery', registration: 'loginName.registration' }),
    secondFactors: replace(texts.secondFactors, own, { one_time_code: 'secondFactors.app', passkey: 'secondFactors.passkey' }),
    passkey: {
      ...replace(passkey, own, {
        signIn: 'passkeySignIn.submit',
        unsupported: 'passkeySignIn.unsupported',
        title: 'passkey.title',
        lead: 'passkey.lead',
        submit: 'passkey.submit',
      }),
      setup: {
        passkey: replace(passkey.setup.passkey, own, {
          title: 'passkeySetup.title',
          lead: 'passkeySetup.lead',
          submit: 'passkeySetup.submit',
        }),
        securityKey: replace(passkey.setup.securityKey, own, {
          title: 'securityKeySetup.title',
          lead: 'securityKeySetup.lead',
          submit: 'securityKeySetup.submit',
        }),
      },
    },
    totpSetup: {
      ...replace(totpSetup, own, { submit: 'totpSetup.submit' }),
      required: replace(totpSetup.required, own, prompt),
      offered: replace(totpSetup.offered, own, prompt),
    },
    totpEnrolment: replace(texts.totpEnrolment, own, {
      title: 'totpEnrolment.title',
      scan: 'totpEnrolment.scan',
      key: 'totpEnrolment.key',
      enter: 'totpEnrolment.enter',
      submit: 'totpEnrolment.submit',
    }),
    registration: replace(texts.registration, own, {
      title: 'registration.title',
      names: 'registration.names',
      email: 'registration.email',
      firstName: 'registration.firstName',
      lastName: 'registration.lastName',
      submit: 'registration.submit',
    }),
    accountSelection: replace(texts.accountSelection, own, { title: 'accountSelection.title' }),
    externalAccount: replace(texts.externalAccount, own, {
      title: 'externalAccount.title',
      lead: 'externalAccount.lead',
      connect: 'externalAccount.connect',
      submit: 'externalAccount.submit',
      email: 'externalAccount.email',
      userName: 'externalAccount.userName',
      firstName: 'externalAccount.firstName',
      lastName: 'externalAccount.lastName',
    }),
    externalLink: replace(texts.externalLink, own, {
      title: 'externalLink.title',
      lead: 'externalLink.lead',
      submit: 'externalLink.submit',
      cancel: 'externalLink.cancel',
    }),
    formPost: replace(texts.formPost, own, { title: 'leaving.title', submit: 'leaving.submit' }),
    signedOut: replace(texts.signedOut, own, { title: 'signedOut.title', next: 'signedOut.next' }),
    footer: replace(texts.footer, own, {
      terms: 'footer.terms',
      privacy: 'footer.privacy',
      help: 'footer.help',
      support: 'footer.support',
    }),
  }
}

/** The texts that several pages share. */
function ofPage(page: Page, texts: Texts, own: OwnTexts): Partial<Texts> {
  const { passwordChange, newPassword, firstPassword, mailedCode } = texts
  switch (page.kind) {
    case 'password_change':
      return {
        passwordChange: replace(passwordChange, own, {
          title: 'passwordChange.title',
          demanded: 'passwordChange.demanded',
          expired: 'passwordChange.expired',
          current: 'passwordChange.current',
          submit: 'passwordChange.submit',
        }),
        newPassword: replace(newPassword, own, { label: 'passwordChange.label', again: 'passwordChange.again' }),
      }
    case 'first_password':
      switch (page.purpose) {
        case 'recovery':
          return {
            passwordChange: replace(passwordChange, own, { title: 'recoveryPassword.title', submit: 'recoveryPassword.submit' }),
            newPassword: replace(newPassword, own, { label: 'recoveryPassword.label', again: 'recoveryPassword.again' }),
          }
        case 'invitation':
          return {
            firstPassword: replace(firstPassword, own, { title: 'invitationPassword.title' }),
            passwordChange: replace(passwordChange, own, { submit: 'invitationPassword.submit' }),
            newPassword: replace(newPassword, own, { label: 'invitationPassword.label', again: 'invitationPassword.again' }),
          }
        case 'registration':
          return { newPassword: replace(newPassword, own, { label: 'registrationPassword.label', again: 'registrationPassword.again' }) }
      }
    case 'mailed_code':
      // The page of a recovery does not reveal where the code was sent.
      return page.sentTo === undefined
        ? { mailedCode: replace(mailedCode, own, { label: 'recoveryMail.label', resend: 'recoveryMail.resend' }) }
        : {
            mailedCode: replace(mailedCode, own, {
              title: 'emailVerification.title',
              label: 'emailVerification.label',
              submit: 'emailVerification.submit',
              resend: 'emailVerification.resend',
            }),
          }
    case 'passkey':
      return { passkey: replace(texts.passkey, own, { unsupported: 'passkey.unsupported' }) }
    case 'passkey_setup':
      return replace({ skip: texts.skip }, own, { skip: 'passkeySetup.skip' })
    case 'totp_setup':
      return replace({ skip: texts.skip }, own, { skip: 'totpSetup.skip' })
    case 'registration_names':
      return { externalAccount: replace(texts.externalAccount, own, { userName: 'registration.userName' }) }
    default:
      return {}
  }
}
