// Tells somebody who signed out that it is done, and who else is still there: the next person at a shared machine may ask. Where an
// application expects them back, the page leads there.
import type { SignedOutPage } from '@symbolon/login'
import { html } from 'hono/html'
import { applicationAddress } from '../html/addresses.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'

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
