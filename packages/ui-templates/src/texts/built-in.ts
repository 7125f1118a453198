// The built-in texts where an organization replaces none, so that authors of custom texts see them.
import type { Branding, Locale } from '@symbolon/login'
import { html } from 'hono/html'
import { toDocument } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { textsByLocale } from './languages.ts'

type CustomText = keyof Branding['texts'][string]

/** A text around names, with an ellipsis for each of them. */
function said(text: (...names: Markup[]) => Markup): string {
  const name = html`…`
  return toDocument(text(name, name))
}

/** @returns the built-in text of each text that an organization can replace. A name within a text is shown as an ellipsis. */
export function builtInTexts(locale: Locale): Readonly<Record<CustomText, string>> {
  const texts = textsByLocale[locale]
  const { passkey, totpSetup, totpEnrolment, newPassword, passwordChange, mailedCode, externalAccount, externalLink, registration } = texts
  return {
    'loginName.title': said(texts.signInTo),
    'loginName.label': texts.loginName.label,
    'loginName.submit': texts.loginName.submit,
    'loginName.registration': texts.ways.registration,
    'accountSelection.title': texts.accountSelection.title,
    'accountSelection.otherAccount': texts.otherAccount,
    'password.title': texts.password.title,
    'password.label': texts.password.label,
    'password.submit': texts.password.submit,
    'password.recovery': texts.ways.recovery,
    'oneTimeCode.title': texts.oneTimeCode.title,
    'oneTimeCode.lead': said(texts.oneTimeCode.lead),
    'oneTimeCode.label': texts.oneTimeCode.label,
    'oneTimeCode.submit': texts.oneTimeCode.submit,
    'signedOut.title': texts.signedOut.title,
    'signedOut.next': texts.signedOut.next,
    'secondFactors.app': texts.secondFactors.one_time_code,
    'secondFactors.passkey': texts.secondFactors.passkey,
    'passkeySignIn.submit': passkey.signIn,
    'passkeySignIn.unsupported': passkey.unsupported,
    'passkey.title': passkey.title,
    'passkey.lead': said(passkey.lead),
    'passkey.submit': passkey.submit,
    'passkey.unsupported': passkey.unsupported,
    'passkeySetup.title': passkey.setup.passkey.title,
    'passkeySetup.lead': passkey.setup.passkey.lead,
    'passkeySetup.submit': passkey.setup.passkey.submit,
    'passkeySetup.skip': texts.skip,
    'securityKeySetup.title': passkey.setup.securityKey.title,
    'securityKeySetup.lead': passkey.setup.securityKey.lead,
    'securityKeySetup.submit': passkey.setup.securityKey.submit,
    'totpSetup.title': totpSetup.required.title,
    'totpSetup.lead': totpSetup.required.lead,
    'totpSetup.submit': totpSetup.submit,
    'totpSetup.skip': texts.skip,
    'totpEnrolment.title': totpEnrolment.title,
    'totpEnrolment.scan': totpEnrolment.scan,
    'totpEnrolment.key': totpEnrolment.key,
    'totpEnrolment.enter': totpEnrolment.enter,
    'totpEnrolment.submit': totpEnrolment.submit,
    'rules.lowercase': newPassword.lowercase,
    'rules.uppercase': newPassword.uppercase,
    'rules.digit': newPassword.digit,
    'rules.symbol': newPassword.symbol,
    'passwordChange.title': passwordChange.title,
    'passwordChange.demanded': passwordChange.demanded,
    'passwordChange.expired': passwordChange.expired,
    'passwordChange.current': passwordChange.current,
    'passwordChange.label': newPassword.label,
    'passwordChange.again': newPassword.again,
    'passwordChange.submit': passwordChange.submit,
    'recoveryMail.label': mailedCode.label,
    'recoveryMail.resend': mailedCode.resend,
    'recoveryPassword.title': passwordChange.title,
    'recoveryPassword.label': newPassword.label,
    'recoveryPassword.again': newPassword.again,
    'recoveryPassword.submit': passwordChange.submit,
    'invitationPassword.title': texts.firstPassword.title,
    'invitationPassword.label': newPassword.label,
    'invitationPassword.again': newPassword.again,
    'invitationPassword.submit': passwordChange.submit,
    'emailVerification.title': mailedCode.title,
    'emailVerification.label': mailedCode.label,
    'emailVerification.submit': mailedCode.submit,
    'emailVerification.resend': mailedCode.resend,
    'registration.title': registration.title,
    'registration.names': registration.names,
    'registration.email': registration.email,
    'registration.firstName': registration.firstName,
    'registration.lastName': registration.lastName,
    'registration.userName': externalAccount.userName,
    'registration.submit': registration.submit,
    'registrationPassword.label': newPassword.label,
    'registrationPassword.again': newPassword.again,
    'externalAccount.title': externalAccount.title,
    'externalAccount.lead': said(externalAccount.lead),
    'externalAccount.connect': externalAccount.connect,
    'externalAccount.submit': externalAccount.submit,
    'externalAccount.email': externalAccount.email,
    'externalAccount.userName': externalAccount.userName,
    'externalAccount.firstName': externalAccount.firstName,
    'externalAccount.lastName': externalAccount.lastName,
    'externalLink.title': externalLink.title,
    'externalLink.lead': said(externalLink.lead),
    'externalLink.submit': externalLink.submit,
    'externalLink.cancel': externalLink.cancel,
    'leaving.title': texts.formPost.title,
    'leaving.submit': texts.formPost.submit,
    'footer.terms': texts.footer.terms,
    'footer.privacy': texts.footer.privacy,
    'footer.help': texts.footer.help,
    'footer.support': texts.footer.support,
  }
}
