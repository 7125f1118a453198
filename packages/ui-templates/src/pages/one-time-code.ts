// Asks for the code of the authenticator app. The field is one that browsers and phones fill in by themselves, shows digits first, and
// needs no script. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fe-autocomplete-one-time-code
import type { OneTimeCodePage } from '@symbolon/login'
import { html } from 'hono/html'
import { aside, errorMessage, fieldState, form, titleOf } from './form.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'
import { isolatedName } from '../html/names.ts'

export const oneTimeCodePage = (page: OneTimeCodePage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.oneTimeCode.title, page.error, texts),
    place: page.applicationName,
    heading: texts.oneTimeCode.title,
    lead: texts.oneTimeCode.lead(html`<b>${isolatedName(page.loginName)}</b>`),
    body: html`${errorMessage(page, texts)}
${form(page, html`<div class="field">
<label for="code">${texts.oneTimeCode.label}</label>
<input id="code" name="code" type="text" class="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="off" spellcheck="false"
 maxlength="16" enterkeyhint="go" autofocus${fieldState(page.error, ['missing_code', 'invalid_code'])}>
</div>
<button type="submit">${texts.oneTimeCode.submit}</button>`)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
