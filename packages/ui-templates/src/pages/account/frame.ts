// What the pages of the account share: the texts, the forms with their hidden fields, and the result of the last form.
import type { AccountPageBase } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton } from '../../html/button.ts'
import { notice } from '../../html/content.ts'
import { actions } from '../../html/list.ts'
import { ownPath } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import type { AccountTexts } from '../../texts/account/texts.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import type { Setting } from '../setting.ts'

/** The additional members of every page of the account. */
export interface AccountSetting extends Setting {
  readonly account: AccountTexts
}

/** A form of the account with the hidden fields of its page. @param more further hidden fields, such as the id of a row */
export function accountForm(
  { fields }: AccountPageBase,
  action: string,
  content: Markup,
  more: Readonly<Record<string, string>> = {},
): Markup {
  return html`<form method="post" action="${ownPath(action)}">
${Object.entries({ ...fields, ...more }).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}${content}
</form>`
}

/** The result of the last form, or the reason why it did nothing. */
export function resultMessage({ notice: done, error }: AccountPageBase, { account }: AccountSetting): Markup {
  return html`${
    done === undefined ? '' : html`<div role="status">${notice(account.notices[done], 'success')}</div>`
  }${error === undefined ? '' : html`<p class="error" id="form-error" role="alert">${account.errors[error]}</p>`}`
}

/** The title of a page. Screen readers read it first, so it says when the page shows an error. */
export function titleOf(title: string, { error }: Pick<AccountPageBase, 'error'>, { texts }: AccountSetting): string {
  return error === undefined ? title : `${texts.errorPrefix}${title}`
}

/** The link to more rows; nothing on the last page. */
export function moreLink(path: string | undefined, { account }: AccountSetting): Markup | '' {
  return path === undefined ? '' : actions([linkButton(path, account.activity.more, { kind: 'secondary', small: true })])
}

/** A page that lists what a section shows the beginning of. */
export function listPage(
  page: AccountPageBase & { readonly backPath: string },
  { heading, lead }: Readonly<Record<'heading' | 'lead', string>>,
  list: Markup | '',
  setting: AccountSetting,
): Markup {
  return layout(setting, {
    title: titleOf(heading, page, setting),
    place: setting.vendorName,
    heading,
    lead,
    width: 'wide',
    body: html`${resultMessage(page, setting)}
${list}
${aside(page.backPath, setting.account.back)}`,
  })
}
