// Tells somebody who signed out that it is done, and who else is still there: the next person at a shared machine may ask.
import type { SignedOutPage } from '@symbolon/login'
import { html } from 'hono/html'
import { layout, type Setting } from '../layout.ts'
import type { Markup } from '../markup.ts'

export const signedOutPage = ({ othersRemain }: SignedOutPage, setting: Setting): Markup => {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.signedOut.title,
    place: vendorName,
    heading: texts.signedOut.title,
    ...(othersRemain ? { lead: texts.signedOut.othersRemain } : {}),
    body: html`<p class="next">${texts.signedOut.next}</p>`,
  })
}
