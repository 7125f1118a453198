// Asks whether to sign out: whoever follows a link of another site must not lose their sessions by it.
import type { SignedOutPage, SignOutPage } from '@symbolon/login'
import { html } from 'hono/html'
import { applicationAddress, ownPath } from '../html/addresses.ts'
import type { Markup } from '../html/markup.ts'
import { isolatedName } from '../html/markup.ts'
import { layout, type Setting } from './layout.ts'

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

// Tells somebody who signed out that it is done, and who else is still there: the next person at a shared machine may ask. Where an
// application expects them back, the page leads there.

export const signedOutPage = ({ othersRemain, continueTo }: SignedOutPage, setting: Setting): Markup => {
  const { texts, vendorName } = setting
  const address = continueTo === undefined ? undefined : applicationAddress(continueTo)
  return layout(setting, {
    title: texts.signedOut.title,
    place: vendorName,
    heading: texts.signedOut.title,
    ...(othersRemain ? { lead: texts.signedOut.othersRemain } : {}),
    ...(address === undefined ? {} : { next: address }),
    body: address === undefined
      ? html`<p class="next">${texts.signedOut.next}</p>`
      : html`<p class="next"><a href="${address}">${texts.signedOut.continue}</a></p>`,
  })
}
