// The pages that only a registration has. The code and the password are asked for on pages that it shares with other flows.
import type { RegistrationNamesPage, RegistrationPage } from '@symbolon/login'
import { html } from 'hono/html'
import { submitButton } from '../html/button.ts'
import { field } from '../html/field.ts'
import type { Field } from '../html/field.ts'
import { personNameFields } from '../html/person-names.ts'
import { plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'
import { aside, errorMessage, errorSummary, fieldState, form, titleOf } from './form.ts'
import { layout } from './layout.ts'
import type { Setting } from './setting.ts'

/** The field of an email address. */
export function emailField({ registration }: Texts, value: string): Field {
  return {
    id: 'email',
    name: 'email',
    // Not `email`: browsers refuse addresses with letters of other alphabets, and some rewrite their domain.
    label: registration.email,
    value,
    inputmode: 'email',
    autocomplete: 'email',
    direction: 'ltr',
  }
}

/** Asks for an email address (field `email`). */
export function registrationPage(page: RegistrationPage, setting: Setting): Markup {
  const { texts } = setting
  const { registration } = texts
  return layout(setting, {
    title: titleOf(registration.title, page.error, texts),
    place: page.applicationName,
    heading: registration.title,
    lead: registration.lead,
    body: html`${errorMessage(page, texts)}
${form(
  page,
  html`${field({ ...emailField(texts, page.email ?? ''), enterkeyhint: 'next', focused: true, ...fieldState(page.error, ['invalid_email']) })}
${submitButton(registration.submit)}`,
)}
${aside(page.backToSignIn.path, texts.backToSignIn)}`,
  })
}

/** Asks for the names (fields `firstName` and `lastName`), and for the user name (field `userName`) where it is not the address. */
export function registrationNamesPage(page: RegistrationNamesPage, setting: Setting): Markup {
  const { texts } = setting
  const { registration } = texts
  const { userName, error } = page
  const name = { direction: 'auto', prose: true, enterkeyhint: 'next', ...fieldState(error, ['missing_name']) } as const
  return layout(setting, {
    title: titleOf(registration.title, error, texts),
    place: page.applicationName,
    heading: registration.title,
    lead: registration.names,
    body: html`${errorSummary(page, texts)}
${form(
  page,
  html`<input type="hidden" name="flow" value="${page.flow}">
${field({ ...emailField(texts, page.email), readonly: true })}
${personNameFields(
  texts.language,
  { id: 'first-name', name: 'firstName', label: registration.firstName, value: page.firstName ?? '', autocomplete: 'given-name', ...name },
  { id: 'last-name', name: 'lastName', label: registration.lastName, value: page.lastName ?? '', autocomplete: 'family-name', ...name },
  error === undefined,
)}
${
  userName === undefined
    ? ''
    : field({
        id: 'user-name',
        name: 'userName',
        label: texts.externalAccount.userName,
        value: userName.value ?? '',
        autocomplete: 'username',
        direction: 'auto',
        help: texts.loginName.domain(html`<bdi>@${plainName(userName.domain)}</bdi>`),
        ...fieldState(error, ['invalid_user_name', 'user_name_taken']),
      })
}
${submitButton(registration.submit)}`,
)}`,
  })
}
