// The question before a sign-out, and the page after it.
import type { SignedOutPage, SignOutPage } from '@symbolon/login'
import { html } from 'hono/html'
import { nextLink, submitButton } from '../html/button.ts'
import { applicationAddress, isolatedName, ownPath } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/**
 * Asks whether to sign out. Without the question, a link on another site could end the user's sessions.
 * https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 */
export function signOutPage(page: SignOutPage, setting: Setting): Markup {
  const { texts, vendorName } = setting
  return layout(setting, {
    title: texts.signOut.title,
    place: vendorName,
    heading: texts.signOut.question(html`<b>${isolatedName(vendorName)}</b>`),
    lead: texts.signOut.lead,
    body: html`<form method="post" action="${ownPath(page.action)}">
${Object.entries(page.fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}${submitButton(texts.signOut.submit)}
</form>`,
  })
}

/**
 * Confirms the sign-out, and states whether other accounts are still signed in, which matters on a shared computer. With a post-logout
 * redirect URI the page goes on to the application.
 */
export function signedOutPage({ othersRemain, continueTo }: SignedOutPage, setting: Setting): Markup {
  const { texts, vendorName } = setting
  const address = continueTo === undefined ? undefined : applicationAddress(continueTo)
  return layout(setting, {
    title: texts.signedOut.title,
    place: vendorName,
    heading: texts.signedOut.title,
    ...(othersRemain ? { lead: texts.signedOut.othersRemain } : {}),
    ...(address === undefined ? {} : { next: address }),
    body: address === undefined ? html`<p class="next">${texts.signedOut.next}</p>` : nextLink(address, texts.signedOut.continue),
  })
}
