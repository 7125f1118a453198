// The sections of the password, the authenticator app and the recovery codes.
import type { AccountPageBase, AuthenticatorAppSection, PasswordSection, RecoveryCodesSection } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton, submitButton } from '../../html/button.ts'
import { notice } from '../../html/content.ts'
import { actions, section } from '../../html/list.ts'
import type { Markup } from '../../html/markup.ts'
import { timeText } from '../../html/time.ts'
import { accountForm } from './frame.ts'
import type { AccountSetting } from './frame.ts'

const small = { kind: 'secondary', small: true } as const

/** When the password was changed, and the link to change it. */
export function passwordSection(model: PasswordSection, { account, texts: { language } }: AccountSetting): Markup {
  const { password: texts } = account
  const state =
    model.state === 'none' ? texts.none : model.changedAt === undefined ? texts.set : texts.changed(timeText(model.changedAt, language))
  return section({
    id: 'password',
    heading: texts.heading,
    lead: state,
    body: actions([linkButton(model.path, model.state === 'none' ? texts.setFirst : texts.change, small)]),
  })
}

/** Whether there is an app, the link to set one up, and the form that removes it. */
export function authenticatorAppSection(
  page: AccountPageBase,
  { enrolled, setUpPath, removePath }: AuthenticatorAppSection,
  { account }: AccountSetting,
): Markup {
  const { authenticatorApp: texts } = account
  return section({
    id: 'authenticator-app',
    heading: texts.heading,
    lead: enrolled ? texts.enrolled : texts.absent,
    body: actions([
      ...(setUpPath === undefined ? [] : [linkButton(setUpPath, enrolled ? texts.replace : texts.setUp, small)]),
      ...(removePath === undefined ? [] : [accountForm(page, removePath, submitButton(texts.remove, { kind: 'danger', small: true }))]),
    ]),
  })
}

/** How many recovery codes are left, and the link to make new ones. */
export function recoveryCodesSection({ left, few, path }: RecoveryCodesSection, { account }: AccountSetting): Markup {
  const { recoveryCodes: texts } = account
  return section({
    id: 'recovery-codes',
    heading: texts.heading,
    lead: left === undefined ? texts.none : texts.left(left),
    body: html`${left !== undefined && few ? notice(texts.few) : ''}
${actions([linkButton(path, left === undefined ? texts.make : texts.renew, small)])}`,
  })
}
