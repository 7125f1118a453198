// The section that leads to the deletion of the account, its page, and the page after it.
import type { DeletionPage, DeletionSection } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton, submitButton } from '../../html/button.ts'
import { field } from '../../html/field.ts'
import { actions, section } from '../../html/list.ts'
import { isolatedName } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import { accountForm, resultMessage, titleOf } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** The link to the page that deletes the account. */
export function deletionSection({ path }: DeletionSection, { account: { deletion: texts } }: AccountSetting): Markup {
  return section({
    id: 'deletion',
    heading: texts.heading,
    lead: texts.lead,
    body: actions([linkButton(path, texts.open, { kind: 'danger', small: true })]),
  })
}

/** Says what is lost, and asks for the login name (field `confirmation`). */
export function deletionPage(page: DeletionPage, setting: AccountSetting): Markup {
  const { account, vendorName } = setting
  const { deletion: texts, person } = account
  return layout(setting, {
    title: titleOf(texts.title, page, setting),
    place: vendorName,
    heading: texts.title,
    lead: texts.warning,
    body: html`${resultMessage(page, setting)}
${accountForm(
  page,
  page.action,
  html`${field({
    id: 'confirmation',
    name: 'confirmation',
    label: person.loginName,
    help: texts.confirm(html`<b>${isolatedName(page.loginName)}</b>`),
    autocomplete: 'off',
    direction: 'auto',
    ...(page.error === undefined ? {} : { describedBy: 'form-error', invalid: page.error === 'wrong_login_name' }),
  })}
${submitButton(texts.submit, { kind: 'danger' })}`,
)}
${aside(page.backPath, texts.keep)}`,
  })
}

/** Says that the account is deleted. */
export function deletedPage(setting: AccountSetting): Markup {
  const { deletion: texts } = setting.account
  return layout(setting, {
    title: texts.deletedTitle,
    place: setting.vendorName,
    heading: texts.deletedTitle,
    lead: texts.deletedText,
    body: html``,
  })
}
