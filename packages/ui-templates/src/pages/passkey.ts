// Forms that the passkey script fills in, and the pages that hold one alone.
import type { FormPage, PasskeyForm, PasskeyPage, PasskeySetupPage } from '@symbolon/login'
import { html } from 'hono/html'
import { submitButton } from '../html/button.ts'
import type { ButtonLook } from '../html/button.ts'
import { notice } from '../html/content.ts'
import { isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'
import { aside, factorLinks, errorSummary, form, hidden, skipForm, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** The appearance of a passkey form. */
export interface PasskeyFormLook extends ButtonLook {
  /** Hidden until the script shows it, because the page has other methods. */
  readonly hidden?: boolean
}

/** A form with one button that starts a ceremony. Its data are the options, and the texts for the errors of the browser. */
export function passkeyForm(page: FormPage, passkey: PasskeyForm, button: string, texts: Texts, look: PasskeyFormLook = {}): Markup {
  const { ceremony, options, conditionalOptions, action, fields } = passkey
  const { hidden: isHidden = false, ...buttonLook } = look
  const failed = texts.formErrors[ceremony === 'create' ? 'passkey_not_created' : 'passkey_refused']
  return form(
    { ...page, action },
    html`${hidden(fields)}<input type="hidden" name="credential" value="">
${submitButton(button, buttonLook)}
<p class="status" role="status"></p>`,
    html` data-passkey="${ceremony}" data-options="${options}"${
      conditionalOptions === undefined ? '' : html` data-conditional-options="${conditionalOptions}"`
    } data--invalid-state-error="${texts.formErrors.passkey_exists}" data--constraint-error="${texts.passkey.needsScreenLock}" data--not-supported-error="${texts.passkey.notSupported}" data-other="${failed}" data-unsupported="${texts.passkey.unsupported}"${isHidden ? html` hidden` : ''}`,
  )
}

/** For browsers without scripts: the form of the page has no effect there. */
export function needsScript(texts: Texts): Markup {
  return html`<noscript>${notice(texts.passkey.needsScript)}</noscript>`
}

/** Asks for a passkey or a security key as second factor. */
export function passkeyPage(page: PasskeyPage, setting: Setting): Markup {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.passkey.title, page.error, texts),
    place: page.applicationName,
    heading: texts.passkey.title,
    lead: texts.passkey.lead(html`<b>${isolatedName(page.loginName)}</b>`),
    script: 'passkey.js',
    body: html`${errorSummary(page, texts)}
${needsScript(texts)}
${passkeyForm(page, page.passkey, texts.passkey.submit, texts)}
${factorLinks(page, texts)}`,
  })
}

/** Offers to create a passkey, or requires a passkey or a security key. */
export function passkeySetupPage(page: PasskeySetupPage, setting: Setting): Markup {
  const { texts } = setting
  const { title, lead, submit } = texts.passkey.setup[page.secondFactorOnly ? 'securityKey' : 'passkey']
  return layout(setting, {
    title: titleOf(title, page.error, texts),
    place: page.applicationName,
    heading: title,
    lead,
    script: 'passkey.js',
    body: html`${errorSummary(page, texts)}
${needsScript(texts)}
${passkeyForm(page, page.passkey, submit, texts)}
${page.skip === undefined ? '' : skipForm(page, page.skip, texts)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
