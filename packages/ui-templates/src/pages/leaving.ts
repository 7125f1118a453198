// Goes on to the application by itself, without a script, and with a link where browsers are told not to.
// https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
import type { LeavingPage } from '@symbolon/login'
import { html } from 'hono/html'
import { ownPath } from '../html/addresses.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'

export const leavingPage = ({ target, applicationName }: LeavingPage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: texts.formPost.title,
    place: applicationName,
    heading: texts.formPost.title,
    lead: texts.formPost.next,
    next: ownPath(target),
    body: html`<p class="next"><a href="${ownPath(target)}">${texts.formPost.submit}</a></p>`,
  })
}
