// Asks who signs in. Field `loginName`.
import type { LoginNamePage } from '@symbolon/login'
import { html } from 'hono/html'
import { aside, errorMessage, fieldState, form, titleOf } from './form.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'
import { isolatedName } from '../html/names.ts'

export const loginNamePage = (page: LoginNamePage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.loginName.title, page.error, texts),
    place: page.applicationName,
    heading: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(page, html`<div class="field">
<label for="login-name">${texts.loginName.label}</label>
<input id="login-name" name="loginName" type="text" value="${page.loginName ?? ''}" dir="auto" autocomplete="username" autocapitalize="none"
 autocorrect="off" spellcheck="false" inputmode="email" enterkeyhint="next"
 autofocus${fieldState(page.error, ['missing_login_name', 'invalid_credentials'])}>
</div>
<button type="submit">${texts.loginName.submit}</button>`)}
${page.accountsPath === undefined ? '' : aside(page.accountsPath, texts.loginName.chooseAccount)}`,
  })
}
