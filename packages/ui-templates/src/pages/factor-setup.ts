// The pages on which users set up an authenticator app and recovery codes, and the page that asks for a recovery code.
import type { RecoveryCodePage, RecoveryCodesPage, RecoveryCodeSetupPage, TotpEnrolmentPage, TotpSetupPage } from '@symbolon/login'
import { html } from 'hono/html'
import { moreWays, submitButton } from '../html/button.ts'
import { codeList, notice, orderedSteps, secretText } from '../html/content.ts'
import { checkbox, codeField } from '../html/field.ts'
import { isolatedName, keyAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { qrCode } from '../html/qr.ts'
import { aside, factorLinks, errorMessage, errorSummary, fieldState, form, skipForm, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** Says why an authenticator app is set up, and begins. */
export function totpSetupPage(page: TotpSetupPage, setting: Setting): Markup {
  const { texts } = setting
  const { title, lead } = texts.totpSetup[page.reason]
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    lead,
    body: html`${errorSummary(page, texts)}
${form(page, submitButton(texts.totpSetup.submit))}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/** Shows the secret as a QR code, as text, and as a link for an app on the same device. Asks for the first code (field `code`). */
export function totpEnrolmentPage(page: TotpEnrolmentPage, setting: Setting): Markup {
  const { texts } = setting
  const { title, open, scan, image, key, sameDevice, enter, submit } = texts.totpEnrolment
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    body: html`${errorSummary(page, texts)}
${orderedSteps([
  html`${open}`,
  html`${scan}
${qrCode(page.keyUri, image)}
<p>${key}</p>
${secretText(page.secret)}
<p><a href="${keyAddress(page.keyUri)}">${sameDevice}</a></p>`,
  html`${enter}`,
])}
${form(
  page,
  html`${codeField({
    id: 'code',
    name: 'code',
    label: texts.oneTimeCode.label,
    ...fieldState(page.error, ['missing_code', 'invalid_code']),
  })}
${submitButton(submit)}`,
)}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}`,
  })
}

/** Says what recovery codes are for and how many are left, and makes new ones. */
export function recoveryCodeSetupPage(page: RecoveryCodeSetupPage, setting: Setting): Markup {
  const { texts } = setting
  const { title, lead, left, submit } = texts.recoveryCodeSetup
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    lead,
    body: html`${errorSummary(page, texts)}
${page.left === undefined ? '' : notice(left(page.left))}
${form(page, submitButton(submit))}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}`,
  })
}

/** Shows new recovery codes, to be printed, copied or downloaded. The user confirms that they are saved (field `saved`). */
export function recoveryCodesPage(page: RecoveryCodesPage, setting: Setting): Markup {
  const { texts } = setting
  const { title, lead, download, saved, submit } = texts.recoveryCodes
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    lead,
    body: html`${errorSummary(page, texts)}
${codeList(page.codes)}
${form({ ...page, action: page.downloadPath }, submitButton(download, { kind: 'secondary' }))}
${form(
  page,
  html`${checkbox({ id: 'saved', name: 'saved', label: saved, ...fieldState(page.error, ['codes_not_saved']) })}
${submitButton(submit)}`,
)}`,
  })
}

/** Asks for a recovery code (field `code`). */
export function recoveryCodePage(page: RecoveryCodePage, setting: Setting): Markup {
  const { texts } = setting
  const { title, lead, label, submit } = texts.recoveryCode
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    lead: lead(html`<b>${isolatedName(page.loginName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${codeField({
    id: 'code',
    name: 'code',
    label,
    digits: false,
    focused: true,
    ...fieldState(page.error, ['missing_recovery_code', 'invalid_recovery_code']),
  })}
${submitButton(submit)}`,
)}
${factorLinks(page, texts)}`,
  })
}
