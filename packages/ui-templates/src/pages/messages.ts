// Says what happened and what to do next. Of the request it shows nothing, and of the specification's error two members, in a
// section of their own, so that nobody else's sentence reads like ours.
import type { ErrorPage, WelcomePage } from '@symbolon/login'
import { html } from 'hono/html'
import type { Markup } from '../html/markup.ts'
import { plainName } from '../html/markup.ts'
import { aside } from './form.ts'
import { layout, type Setting } from './layout.ts'

/** Both members are English by definition (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1), whatever the page speaks. */
const member = (name: string, value: string | undefined): Markup | '' =>
  value === undefined ? '' : html`<div><dt>${name}</dt><dd lang="en"><bdi>${plainName(value)}</bdi></dd></div>
`

export const errorPage = (page: ErrorPage, setting: Setting): Markup => {
  const { texts, vendorName } = setting
  const { title, happened, next } = texts.errorPages[page.code]
  const forDevelopers = page.error !== undefined || page.description !== undefined
  return layout(setting, {
    title,
    place: vendorName,
    heading: title,
    lead: happened,
    body: html`<p class="next">${next}</p>
${!forDevelopers ? '' : html`<section class="developers" aria-labelledby="developers">
<h2 id="developers">${texts.forDevelopers}</h2>
<dl>
${member('error', page.error)}${member('error_description', page.description)}</dl>
</section>`}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

// Tells somebody who opened the address of the service itself that people come here from an application.

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
