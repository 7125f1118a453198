// The pages of a sign-in: login name, password, one-time code, and the choice of an account.
import type { Account, AccountSelectionPage, LoginNamePage, OneTimeCodePage, PasswordPage } from '@symbolon/login'
import { html } from 'hono/html'
import { initialOf, isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'
import { aside, errorMessage, fieldState, form, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './layout.ts'

/** Asks for the login name (field `loginName`). */
export const loginNamePage = (page: LoginNamePage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.loginName.title, page.error, texts),
    place: page.applicationName,
    heading: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`<div class="field">
<label for="login-name">${texts.loginName.label}</label>
<input id="login-name" name="loginName" type="text" value="${page.loginName ?? ''}" dir="auto" autocomplete="username" autocapitalize="none"
 autocorrect="off" spellcheck="false" inputmode="email" enterkeyhint="next"
 autofocus${fieldState(page.error, ['missing_login_name', 'invalid_credentials'])}>
</div>
<button type="submit">${texts.loginName.submit}</button>`,
)}
${page.accountsPath === undefined ? '' : aside(page.accountsPath, texts.loginName.chooseAccount)}`,
  })
}

/**
 * Asks for the password (field `password`). The login name stands in a read-only field, so that password managers know which account
 * the password belongs to.
 */
export const passwordPage = (page: PasswordPage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.password.title, page.error, texts),
    place: page.applicationName,
    heading: texts.password.title,
    lead: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`<div class="field">
<label for="login-name">${texts.loginName.label}</label>
<input id="login-name" name="loginName" type="text" value="${page.loginName}" dir="auto" readonly autocomplete="username">
</div>
<div class="field">
<label for="password">${texts.password.label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" enterkeyhint="go"
 autofocus${fieldState(page.error, ['missing_password', 'invalid_credentials'])}>
</div>
<button type="submit">${texts.password.submit}</button>`,
)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/**
 * Asks for the code of the authenticator app (field `code`). Phones show a keypad for digits, and browsers offer to fill the code in.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fe-autocomplete-one-time-code
 */
export const oneTimeCodePage = (page: OneTimeCodePage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.oneTimeCode.title, page.error, texts),
    place: page.applicationName,
    heading: texts.oneTimeCode.title,
    lead: texts.oneTimeCode.lead(html`<b>${isolatedName(page.loginName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`<div class="field">
<label for="code">${texts.oneTimeCode.label}</label>
<input id="code" name="code" type="text" class="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="off" spellcheck="false"
 maxlength="16" enterkeyhint="go" autofocus${fieldState(page.error, ['missing_code', 'invalid_code'])}>
</div>
<button type="submit">${texts.oneTimeCode.submit}</button>`,
)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

const accountItem = (page: AccountSelectionPage, account: Account, texts: Texts): Markup => {
  const name = account.displayName.trim() === '' ? account.loginName : account.displayName
  // Screen readers join the words of the button without these spaces.
  return html`<li>${form(
    page,
    html`<input type="hidden" name="sessionId" value="${account.sessionId}">
<button type="submit" class="account">
<span class="initial" aria-hidden="true">${initialOf(name)}</span>
<span class="names"><span class="display-name">${isolatedName(name)}</span> <span class="note">${isolatedName(account.loginName)}</span>
${account.signedIn ? '' : html` <span class="note state">${texts.accountSelection.signedOut}</span>`}</span>
</button>`,
  )}</li>
`
}

/** Lists the sessions of this browser: one form with one button for each (field `sessionId`). */
export const accountSelectionPage = (page: AccountSelectionPage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.accountSelection.title, page.error, texts),
    place: page.applicationName,
    heading: texts.accountSelection.title,
    lead: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
<ul class="accounts">
${page.accounts.map((account) => accountItem(page, account, texts))}</ul>
${aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
