// Asks whether to sign out: whoever follows a link of another site must not lose their sessions by it.
import type { SignOutPage } from '@symbolon/login'
import { html } from 'hono/html'
import { ownPath } from '../html/addresses.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'
import { isolatedName } from '../html/names.ts'

export const signOutPage = (page: SignOutPage, setting: Setting): Markup => {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.signOut.title,
    place: vendorName,
    heading: texts.signOut.question(html`<b>${isolatedName(vendorName)}</b>`),
    lead: texts.signOut.lead,
    body: html`<form method="post" action="${ownPath(page.action)}">
${Object.entries(page.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`)}<button type="submit">${texts.signOut.submit}</button>
</form>`,
  })
}
