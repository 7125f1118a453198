// The section of the email address and the phone number, and the page that changes the number.
import type { ContactSection, PhonePage } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton, submitButton } from '../../html/button.ts'
import { field } from '../../html/field.ts'
import { actions, section } from '../../html/list.ts'
import type { Markup } from '../../html/markup.ts'
import { aside } from '../form.ts'
import { layout } from '../layout.ts'
import { accountForm, resultMessage, titleOf } from './frame.ts'
import type { AccountSetting } from './frame.ts'

const small = { kind: 'secondary', small: true } as const

/** The links to confirm and to change the address, and to change the number. */
export function contactSection(model: ContactSection, { account }: AccountSetting): Markup {
  const { contact: texts } = account
  return section({
    id: 'contact',
    heading: texts.heading,
    lead: texts.lead,
    body: actions([
      ...(model.confirmPath === undefined ? [] : [linkButton(model.confirmPath, texts.confirmEmail, small)]),
      ...(model.emailPath === undefined ? [] : [linkButton(model.emailPath, model.hasEmail ? texts.changeEmail : texts.addEmail, small)]),
      linkButton(model.phonePath, model.hasPhone ? texts.changePhone : texts.addPhone, small),
    ]),
  })
}

/** Asks for the phone number (field `phone`). */
export function phonePage(page: PhonePage, setting: AccountSetting): Markup {
  const { account, vendorName } = setting
  const { contact: texts } = account
  const state = page.error === undefined ? {} : { describedBy: 'form-error', invalid: page.error === 'invalid_phone' }
  return layout(setting, {
    title: titleOf(texts.phoneTitle, page, setting),
    place: vendorName,
    heading: texts.phoneTitle,
    lead: texts.phoneLead,
    body: html`${resultMessage(page, setting)}
${accountForm(
  page,
  page.action,
  html`${field({ id: 'phone', name: 'phone', label: texts.phone, value: page.phone, inputmode: 'tel', autocomplete: 'tel', direction: 'ltr', focused: true, ...state })}
${submitButton(texts.savePhone)}`,
)}
${aside(page.backPath, account.back)}`,
  })
}
