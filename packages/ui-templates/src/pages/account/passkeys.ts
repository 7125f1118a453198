// The section of the passkeys and security keys, and the page that renames one.
import type { AccountPageBase, PasskeyNamePage, PasskeyRow, PasskeysSection } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton, submitButton } from '../../html/button.ts'
import { field } from '../../html/field.ts'
import { actions, rows, section } from '../../html/list.ts'
import type { Row } from '../../html/list.ts'
import { isolatedName, plainName } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { timeText } from '../../html/time.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import { accountForm, resultMessage, titleOf } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** One form for each passkey (field `passkey`), and the link to add one. */
export function passkeysSection(page: AccountPageBase, model: PasskeysSection, setting: AccountSetting): Markup {
  const { passkeys: texts } = setting.account
  return section({
    id: 'passkeys',
    heading: texts.heading,
    lead: texts.lead,
    body: html`${model.passkeys.length === 0 ? '' : rows(model.passkeys.map((passkey) => rowOf(page, passkey, model, setting)))}
${actions([linkButton(model.addPath, texts.add, { kind: 'secondary', small: true })])}${
      model.signals === undefined ? '' : html`<div hidden data-passkey-signals="${JSON.stringify(model.signals)}"></div>`
    }`,
  })
}

function rowOf(
  page: AccountPageBase,
  { id, name, type, synced, createdAt, lastUsedAt, renamePath }: PasskeyRow,
  { removePath }: PasskeysSection,
  { account: { passkeys: texts }, texts: { language } }: AccountSetting,
): Row {
  return {
    title: isolatedName(name),
    notes: [
      ...(type === 'security_key' ? [texts.securityKey] : []),
      synced ? texts.synced : texts.single,
      texts.added(timeText(createdAt, language)),
      ...(lastUsedAt === undefined ? [] : [texts.lastUsed(timeText(lastUsedAt, language))]),
    ],
    actions: [
      linkButton(renamePath, html`${texts.rename}<span class="unseen"> ${isolatedName(name)}</span>`, { kind: 'secondary', small: true }),
      accountForm(page, removePath, submitButton(texts.remove, { kind: 'danger', small: true }, plainName(name)), { passkey: id }),
    ],
  }
}

/** Asks for the name of a passkey (field `name`). */
export function passkeyNamePage(page: PasskeyNamePage, setting: AccountSetting): Markup {
  const { account, vendorName } = setting
  const { passkeys: texts } = account
  return layout(setting, {
    title: titleOf(texts.title, page, setting),
    place: vendorName,
    heading: texts.title,
    body: html`${resultMessage(page, setting)}
${accountForm(
  page,
  page.action,
  html`${field({ id: 'name', name: 'name', label: texts.name, value: page.name, autocomplete: 'off', direction: 'auto', prose: true, focused: true, ...(page.error === undefined ? {} : { describedBy: 'form-error', invalid: page.error === 'missing_name' }) })}
${submitButton(texts.save)}`,
  { passkey: page.id },
)}
${aside(page.backPath, account.back)}`,
  })
}
