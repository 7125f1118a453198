// Tells somebody who opened the address of the service itself that people come here from an application.
import type { WelcomePage } from '@symbolon/login'
import { html } from 'hono/html'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'

export const welcomePage = (_: WelcomePage, setting: Setting): Markup => {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.welcome.title,
    place: vendorName,
    heading: texts.welcome.title,
    lead: texts.welcome.lead,
    body: html`<p class="next">${texts.welcome.next}</p>`,
  })
}
