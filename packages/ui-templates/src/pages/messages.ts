// Pages without a form: the error page and the welcome page.
import type { ApplicationLink, ErrorPage, WelcomePage } from '@symbolon/login'
import { html } from 'hono/html'
import type { Markup } from '../html/markup.ts'
import { nextLink } from '../html/button.ts'
import { isolatedName, ownPath, plainName, webAddress } from '../html/markup.ts'
import { aside } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** `error` and `error_description` are English in every locale: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
function member(name: string, value: string | undefined): Markup | '' {
  return value === undefined
    ? ''
    : html`<div><dt>${name}</dt><dd lang="en"><bdi>${plainName(value)}</bdi></dd></div>
`
}

/** The link to the application, or to the start page that the operator named. */
function wayBack(application: ApplicationLink | undefined, { texts, branding }: Setting): Markup | '' {
  if (application !== undefined) return nextLink(webAddress(application.address), texts.backTo(isolatedName(application.name)))
  return branding?.homeUri === undefined ? '' : nextLink(webAddress(branding.homeUri), texts.home)
}

/**
 * Says what happened and what to do next. It shows nothing of the request. `error` and `error_description` stand in a section for
 * developers, so that text from elsewhere cannot pass as ours.
 */
export function errorPage(page: ErrorPage, setting: Setting): Markup {
  const { texts, vendorName } = setting
  const { title, happened, next } = texts.errorPages[page.code]
  const forDevelopers = page.error !== undefined || page.description !== undefined
  return layout(setting, {
    title,
    place: vendorName,
    heading: title,
    lead: happened,
    body: html`<p class="next">${next}</p>
${
  !forDevelopers
    ? ''
    : html`<section class="developers" aria-labelledby="developers">
<h2 id="developers">${texts.forDevelopers}</h2>
<dl>
${member('error', page.error)}${member('error_description', page.description)}</dl>
</section>`
}
${page.restartPath === undefined ? '' : nextLink(ownPath(page.restartPath), texts.startAgain)}
${wayBack(page.application, setting)}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/** Explains at the issuer's address that sign-in starts in an application, and leads to the account page where there is one. */
export function welcomePage({ accountPath }: WelcomePage, setting: Setting): Markup {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.welcome.title,
    place: vendorName,
    heading: texts.welcome.title,
    lead: texts.welcome.lead,
    body: html`<p class="next">${texts.welcome.next}</p>
${accountPath === undefined ? '' : nextLink(ownPath(accountPath), texts.welcome.account)}
${wayBack(undefined, setting)}`,
  })
}
