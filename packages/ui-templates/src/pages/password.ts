// Asks for the password. The login name stands above it in a read-only field, so that password managers know whose it is.
import type { PasswordPage } from '@symbolon/login'
import { html } from 'hono/html'
import { aside, errorMessage, fieldState, form, titleOf } from './form.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'
import { isolatedName } from '../html/names.ts'

export const passwordPage = (page: PasswordPage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.password.title, page.error, texts),
    place: page.applicationName,
    heading: texts.password.title,
    lead: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(page, html`<div class="field">
<label for="login-name">${texts.loginName.label}</label>
<input id="login-name" name="loginName" type="text" value="${page.loginName}" dir="auto" readonly autocomplete="username">
</div>
<div class="field">
<label for="password">${texts.password.label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" enterkeyhint="go"
 autofocus${fieldState(page.error, ['missing_password', 'invalid_credentials'])}>
</div>
<button type="submit">${texts.password.submit}</button>`)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
