// The pages of sign-ins at identity providers.
import type { ExternalAccountPage, ExternalLinkPage, ExternalRegistration } from '@symbolon/login'
import { html } from 'hono/html'
import { linkButton, moreWays, submitButton } from '../html/button.ts'
import { field } from '../html/field.ts'
import { personNameFields } from '../html/person-names.ts'
import { isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { aside, errorSummary, fieldState, form, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** Says that no user is connected to the account, and offers to create one, or to sign in and connect the account. */
export function externalAccountPage(page: ExternalAccountPage, setting: Setting): Markup {
  const texts = setting.texts.externalAccount
  return layout(setting, {
    title: titleOf(texts.title, page.error, setting.texts),
    place: page.applicationName,
    heading: texts.title,
    lead: texts.lead(html`<b>${isolatedName(page.providerName)}</b>`),
    body: html`${accountThere(page, setting)}
${errorSummary(page, setting.texts)}
${page.registration === undefined ? '' : registrationForm(page, page.registration, setting)}
${moreWays(page.connectPath === undefined ? [] : [linkButton(page.connectPath, texts.connect)])}
${page.registration === undefined && page.connectPath === undefined ? html`<p class="next">${texts.none}</p>` : ''}
${aside(page.otherUserPath, setting.texts.otherAccount)}`,
  })
}

/** The name of the account at the identity provider. */
function accountThere({ externalName }: { readonly externalName?: string }, { texts }: Setting): Markup | '' {
  return externalName === undefined
    ? ''
    : html`<p class="next">${texts.externalLink.account(html`<b>${isolatedName(externalName)}</b>`)}</p>`
}

function registrationForm(page: ExternalAccountPage, given: ExternalRegistration, { texts: all }: Setting): Markup {
  const { error } = page
  const texts = all.externalAccount
  const names = { direction: 'auto', prose: true, ...fieldState(error, ['missing_name']) } as const
  return html`<h2>${texts.heading}</h2>
${form(
  page,
  html`${personNameFields(
    all.language,
    { id: 'first-name', name: 'firstName', label: texts.firstName, value: given.firstName ?? '', autocomplete: 'given-name', ...names },
    { id: 'last-name', name: 'lastName', label: texts.lastName, value: given.lastName ?? '', autocomplete: 'family-name', ...names },
    error === undefined,
  )}
${field({
  id: 'user-name',
  name: 'userName',
  label: texts.userName,
  value: given.userName ?? '',
  autocomplete: 'username',
  direction: 'auto',
  ...fieldState(error, ['invalid_user_name', 'user_name_taken']),
})}
${given.email === undefined ? '' : field({ id: 'email', name: 'email', label: texts.email, value: given.email, autocomplete: 'off', direction: 'ltr', readonly: true })}
${submitButton(texts.submit)}`,
)}`
}

/** Asks whether to connect the account. It names both sides, so that users do not connect the account of another person by mistake. */
export function externalLinkPage(page: ExternalLinkPage, setting: Setting): Markup {
  const texts = setting.texts.externalLink
  return layout(setting, {
    title: titleOf(texts.title, page.error, setting.texts),
    place: page.applicationName,
    heading: texts.title,
    lead: texts.lead(html`<b>${isolatedName(page.providerName)}</b>`, html`<b>${isolatedName(page.loginName)}</b>`),
    body: html`${errorSummary(page, setting.texts)}
${accountThere(page, setting)}
${form(
  page,
  html`<input type="hidden" name="sessionId" value="${page.sessionId}">
${submitButton(texts.submit)}`,
)}
${aside(page.cancelPath, texts.cancel)}`,
  })
}
