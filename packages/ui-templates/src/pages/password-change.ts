// The page for a new password. It shows the rules before the first error, to users and to password managers.
import type { PasswordChangePage, PasswordRules } from '@symbolon/login'
import { html } from 'hono/html'
import { moreWays, submitButton } from '../html/button.ts'
import { field } from '../html/field.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'
import { aside, errorSummary, fieldState, form, skipForm, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'
import { loginNameField } from './sign-in.ts'

/** Asks for a new password, twice, and for the present one where the sign-in was long ago. */
export function passwordChangePage(page: PasswordChangePage, setting: Setting): Markup {
  const { texts } = setting
  const { passwordChange } = texts
  const lead = page.reason === 'expiring' ? passwordChange.expiring(page.daysLeft ?? 1) : passwordChange[page.reason]
  return layout(setting, {
    title: titleOf(passwordChange.title, page.error, texts),
    place: page.applicationName,
    heading: passwordChange.title,
    lead,
    body: html`${errorSummary(page, texts)}
${form(
  page,
  html`${field({ ...loginNameField(texts, page.loginName), readonly: true })}
${
  page.asksCurrent
    ? html`${field({
        id: 'current-password',
        name: 'currentPassword',
        type: 'password',
        label: passwordChange.current,
        autocomplete: 'current-password',
        enterkeyhint: 'next',
        focused: page.error === undefined,
        ...fieldState(page.error, ['missing_current_password', 'wrong_current_password']),
      })}
`
    : ''
}${newPasswordFields(page, texts, !page.asksCurrent && page.error === undefined)}
${submitButton(passwordChange.submit)}`,
)}
${page.skip === undefined ? '' : moreWays([skipForm(page, page.skip, texts)])}
${page.otherUserPath === undefined ? '' : aside(page.otherUserPath, texts.otherAccount)}`,
  })
}

/**
 * The fields of a new password (`newPassword`, `newPasswordAgain`), with the rules in words.
 *
 * @param focused whether the first one has the focus when the page opens
 */
export function newPasswordFields({ rules, error }: Pick<PasswordChangePage, 'rules' | 'error'>, texts: Texts, focused: boolean): Markup {
  return html`${field({
    id: 'new-password',
    name: 'newPassword',
    type: 'password',
    label: texts.newPassword.label,
    autocomplete: 'new-password',
    minlength: rules.minLength,
    passwordrules: passwordRules(rules),
    enterkeyhint: 'next',
    help: html`<ul>
${[texts.newPassword.length(rules.minLength), ...rules.requires.map((name) => texts.newPassword[name]), texts.newPassword.guessable].map(
  (rule) => html`<li>${rule}</li>
`,
)}</ul>`,
    focused,
    ...fieldState(error, [
      'missing_new_password',
      'password_unchanged',
      'password_too_short',
      'password_too_long',
      'password_without_lowercase',
      'password_without_uppercase',
      'password_without_digit',
      'password_without_symbol',
      'password_common',
      'password_personal',
      'password_predictable',
    ]),
  })}
${field({
  id: 'new-password-again',
  name: 'newPasswordAgain',
  type: 'password',
  label: texts.newPassword.again,
  autocomplete: 'new-password',
  enterkeyhint: 'go',
  ...fieldState(error, ['passwords_differ']),
})}`
}

const classes = { lowercase: 'lower', uppercase: 'upper', digit: 'digit', symbol: 'special' } as const

/** The rules for password managers. https://developer.apple.com/password-rules/ */
function passwordRules({ minLength, requires }: PasswordRules): string {
  const required = requires.map((name) => ` required: ${classes[name]};`).join('')
  return `minlength: ${minLength};${required === '' ? ' allowed: ascii-printable;' : required}`
}
