// Lets the user choose among the sessions of this browser: a form and a button for each (field `sessionId`).
import type { Account, AccountSelectionPage } from '@symbolon/login'
import { html } from 'hono/html'
import { aside, errorMessage, form, titleOf } from './form.ts'
import { layout, type Setting } from './layout.ts'
import type { Markup } from '../html/markup.ts'
import { initialOf, isolatedName } from '../html/names.ts'
import type { Texts } from '../texts/texts.ts'

const accountItem = (page: AccountSelectionPage, account: Account, texts: Texts): Markup => {
  const name = account.displayName.trim() === '' ? account.loginName : account.displayName
  // The spaces keep the words of the button apart for those who hear it.
  return html`<li>${form(page, html`<input type="hidden" name="sessionId" value="${account.sessionId}">
<button type="submit" class="account">
<span class="initial" aria-hidden="true">${initialOf(name)}</span>
<span class="names"><span class="display-name">${isolatedName(name)}</span> <span class="note">${isolatedName(account.loginName)}</span>
${account.signedIn ? '' : html` <span class="note state">${texts.accountSelection.signedOut}</span>`}</span>
</button>`)}</li>
`
}

export const accountSelectionPage = (page: AccountSelectionPage, setting: Setting): Markup => {
  const { texts } = setting
  return layout(setting, {
    title: titleOf(texts.accountSelection.title, page.error, texts),
    place: page.applicationName,
    heading: texts.accountSelection.title,
    lead: texts.signInTo(html`<b>${isolatedName(page.applicationName)}</b>`),
    body: html`${errorMessage(page, texts)}
<ul class="accounts">
${page.accounts.map((account) => accountItem(page, account, texts))}</ul>
${aside(page.otherUserPath, texts.otherAccount)}`,
  })
}
