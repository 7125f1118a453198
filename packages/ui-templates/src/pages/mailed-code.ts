// The pages of the flows with a mailed code.
import type { EmailAddressPage, FirstPasswordPage, MailedCodePage, MailedLinkPage, RecoveryPage } from '@symbolon/login'
import { html } from 'hono/html'
import { moreWays, submitButton } from '../html/button.ts'
import { codeField, field } from '../html/field.ts'
import { isolatedName, ownPath } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { aside, errorMessage, errorSummary, fieldState, form, hidden, skipForm, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'
import { passkeyForm } from './passkey.ts'
import { newPasswordFields } from './password-change.ts'
import { emailField } from './registration.ts'
import { loginNameField } from './sign-in.ts'

/** Asks for the login name (field `loginName`) of an account whose password was forgotten. */
export function recoveryPage(page: RecoveryPage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.recovery.title, page.error, texts),
    place: page.applicationName,
    heading: texts.recovery.title,
    lead: texts.recovery.lead,
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${field({
    ...loginNameField(texts, page.loginName ?? ''),
    inputmode: 'email',
    enterkeyhint: 'next',
    focused: true,
    ...fieldState(page.error, ['missing_login_name']),
  })}
${submitButton(texts.recovery.submit)}`,
)}
${aside(page.backToSignIn.path, texts.backToSignIn)}`,
  })
}

/** Asks for a mailed code (field `code`), with a second form for another code. */
export function mailedCodePage(page: MailedCodePage, setting: Setting): Markup {
  const { texts } = setting
  const { mailedCode } = texts
  return layout(setting, {
    title: titleOf(mailedCode.title, page.error, texts),
    place: page.applicationName,
    heading: mailedCode.title,
    lead: page.sentTo === undefined ? mailedCode.recovery : mailedCode.sentTo(html`<b>${isolatedName(page.sentTo)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${hidden({ flow: page.flow })}${codeField({
    id: 'code',
    name: 'code',
    label: mailedCode.label,
    digits: false,
    value: page.code,
    focused: true,
    ...fieldState(page.error, ['missing_mailed_code', 'invalid_mailed_code']),
  })}
${submitButton(mailedCode.submit)}`,
)}
${moreWays([
  form(
    { ...page, action: page.resend.action },
    html`${hidden(page.resend.fields)}${submitButton(mailedCode.resend, { kind: 'secondary' })}`,
  ),
])}
${page.back === undefined ? '' : aside(page.back.path, mailedCode.back)}
${page.backToSignIn === undefined ? '' : aside(page.backToSignIn.path, texts.backToSignIn)}`,
  })
}

/** Asks a signed-in user for the address (field `email`) to send a code to. */
export function emailAddressPage(page: EmailAddressPage, setting: Setting): Markup {
  const { texts } = setting
  const { title, lead } = texts.emailAddress[page.reason]
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    lead,
    body: html`${(page.fixed ? errorSummary : errorMessage)(page, texts)}
${form(
  page,
  html`${field({
    ...emailField(texts, page.email ?? ''),
    enterkeyhint: 'next',
    ...(page.fixed ? { readonly: true } : { focused: true }),
    ...fieldState(page.error, ['invalid_email', 'email_unchanged', 'email_taken']),
  })}
${submitButton(texts.recovery.submit)}`,
)}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/** The page of a mailed link: one button. */
export function mailedLinkPage(page: MailedLinkPage, setting: Setting): Markup {
  const { texts, vendorName } = setting
  const { title, lead } = texts.mailedLink[page.purpose]
  return layout(setting, {
    title,
    place: page.applicationName ?? vendorName,
    heading: title,
    lead,
    body: html`<form method="post" action="${ownPath(page.action)}">
${hidden(page.fields)}${submitButton(texts.mailedLink.submit)}
</form>`,
  })
}

/** Asks for a password of an account that has none, or whose owner forgot it. */
export function firstPasswordPage(page: FirstPasswordPage, setting: Setting): Markup {
  const { texts } = setting
  const title = page.purpose === 'recovery' ? texts.passwordChange.title : texts.firstPassword.title
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    ...(page.passkey === undefined ? {} : { script: 'passkey.js' }),
    lead: page.removesFactors === true ? texts.firstPassword.factorsRemoved : texts.firstPassword[page.purpose],
    body: html`${errorSummary(page, texts)}
${form(
  page,
  html`${hidden({ flow: page.flow })}${field({ ...loginNameField(texts, page.loginName), readonly: true })}
${newPasswordFields(page, texts, page.error === undefined)}
${submitButton(texts.passwordChange.submit)}`,
)}
${page.passkey === undefined ? '' : moreWays([passkeyForm(page, page.passkey, texts.passkey.setup.passkey.submit, texts, { kind: 'secondary', hidden: true })])}`,
  })
}
