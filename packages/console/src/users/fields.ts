// The fields of human users and service users in forms. The name of a field is the path of the member of the entry that it edits.
import { typedMailAddress } from '@symbolon/core-protocol'
import type { User } from '@symbolon/core-protocol'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { textField } from '../html/form.ts'
import type { TextField } from '../html/form.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'

type Fields = (typed: URLSearchParams, errors: readonly FieldViolation[], texts: Texts) => Markup

type Described = Omit<TextField, 'value' | 'errors'>

function fieldsOf(described: readonly Described[], typed: URLSearchParams, errors: readonly FieldViolation[]): Markup {
  return html`${described.map((field) => textField({ ...field, value: typed.get(field.name) ?? '', errors }))}`
}

const names = ({ users }: Texts): readonly Described[] => [
  { name: 'user.profile.firstName', label: users.firstName, required: true },
  { name: 'user.profile.lastName', label: users.lastName, required: true },
]

const contacts = ({ users }: Texts): readonly Described[] => [
  { name: 'user.userName', label: users.userName, required: true },
  { name: 'user.email.email', label: users.email, type: 'email' },
  { name: 'user.phone.phone', label: users.phone },
]

const language = ({ users }: Texts): Described => ({
  name: 'user.profile.preferredLanguage',
  label: users.language,
  help: users.languageHelp,
})

/** The fields of a new human user. */
export const newPersonFields: Fields = (typed, errors, texts) =>
  fieldsOf([...names(texts), ...contacts(texts), language(texts)], typed, errors)

/** The fields of a stored human user. */
export const personFields: Fields = (typed, errors, texts) =>
  fieldsOf(
    [
      ...names(texts),
      { name: 'user.profile.nickName', label: texts.users.nickName },
      { name: 'user.profile.displayName', label: texts.users.displayName },
      ...contacts(texts),
      language(texts),
    ],
    typed,
    errors,
  )

/** The fields of a service user. */
export const newMachineFields: Fields = (typed, errors, { users }) =>
  fieldsOf(
    [
      { name: 'user.userName', label: users.userName, required: true },
      { name: 'user.name', label: users.name, required: true },
      { name: 'user.description', label: users.description },
    ],
    typed,
    errors,
  )

function textIn(fields: URLSearchParams, name: string): string | undefined {
  const text = (fields.get(name) ?? '').trim()
  return text === '' ? undefined : text
}

/** @returns the member `user` of a new human user */
export function readPerson(fields: URLSearchParams): Readonly<Record<string, unknown>> {
  const [email, phone, preferredLanguage] = ['user.email.email', 'user.phone.phone', 'user.profile.preferredLanguage'].map((name) =>
    textIn(fields, name),
  )
  return {
    userName: textIn(fields, 'user.userName') ?? '',
    profile: {
      firstName: textIn(fields, 'user.profile.firstName') ?? '',
      lastName: textIn(fields, 'user.profile.lastName') ?? '',
      ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
    },
    ...(email === undefined ? {} : { email: { email } }),
    ...(phone === undefined ? {} : { phone: { phone } }),
  }
}

/** @returns the member `user` of a new service user */
export function readMachine(fields: URLSearchParams): Readonly<Record<string, unknown>> {
  const description = textIn(fields, 'user.description')
  return {
    userName: textIn(fields, 'user.userName') ?? '',
    name: textIn(fields, 'user.name') ?? '',
    ...(description === undefined ? {} : { description }),
  }
}

/** @returns the name of what was typed, as notices show it */
export function personName(fields: URLSearchParams): string {
  const typed = ['user.profile.firstName', 'user.profile.lastName', 'user.name'].map((name) => textIn(fields, name))
  return typed.filter((part) => part !== undefined).join(' ')
}

/**
 * @param stored the address that the user has, which may stay
 * @returns the violation where the form has an address to which no mail can be sent
 */
export function addressViolations(fields: URLSearchParams, { reasons }: Texts, stored?: string): readonly FieldViolation[] {
  const field = 'user.email.email'
  const address = textIn(fields, field)
  // Other text than an address is refused by the API.
  if (address === undefined || address === stored || !/^[^@]+@[^@]+$/.test(address)) return []
  if (typedMailAddress(address) !== undefined) return []
  const reason = 'email_without_mail'
  const sentence =
    'No mail can be sent to this address: before the @ are letters outside ASCII, or the domain is not one of the Internet. Give another address.'
  return [{ field, reason, description: reasons[reason] ?? sentence }]
}

/** @returns the merge patch of the member `user`; a field that was emptied removes its member, and a new address is not proven */
export function readPersonPatch(fields: URLSearchParams, { email, phone }: User): Readonly<Record<string, unknown>> {
  const text = (name: string): string | null => textIn(fields, name) ?? null
  const [address, number] = [text('user.email.email'), text('user.phone.phone')]
  return {
    userName: textIn(fields, 'user.userName') ?? '',
    profile: {
      firstName: textIn(fields, 'user.profile.firstName') ?? '',
      lastName: textIn(fields, 'user.profile.lastName') ?? '',
      nickName: text('user.profile.nickName'),
      displayName: text('user.profile.displayName'),
      preferredLanguage: text('user.profile.preferredLanguage'),
    },
    ...(address === (email?.address ?? null) ? {} : { email: address === null ? null : { email: address, isEmailVerified: null } }),
    ...(number === (phone?.number ?? null) ? {} : { phone: number === null ? null : { phone: number, isPhoneVerified: null } }),
  }
}
