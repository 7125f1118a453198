// The forms of human users and service users.
import { typedMailAddress } from '@symbolon/core-protocol'
import type { JsonObject } from '@symbolon/schema-v2'
import { entryFrom } from '../html/fields.ts'
import type { FormField } from '../html/fields.ts'
import { objectAt, textIn } from '../resource/resources.ts'
import type { Texts } from '../texts/shape.ts'

type Form = readonly FormField[]

const names = ({ users }: Texts): Form => [
  { name: 'user.profile.firstName', label: users.firstName, required: true },
  { name: 'user.profile.lastName', label: users.lastName, required: true },
]

/** @param stored the address that the user has, which may stay */
const contacts = ({ users, reasons }: Texts, stored?: string): Form => [
  { name: 'user.userName', label: users.userName, required: true },
  {
    name: 'user.email.email',
    label: users.email,
    kind: 'email',
    problem: ([address = '']) => {
      // The API refuses text that is not an address.
      const isRead = address === stored || !/^[^@]+@[^@]+$/.test(address) || typedMailAddress(address) !== undefined
      return isRead ? undefined : (reasons['email_without_mail'] ?? withoutMail)
    },
  },
  { name: 'user.phone.phone', label: users.phone },
]

const withoutMail =
  'No mail can be sent to this address: before the @ are letters outside ASCII, or the domain is not one of the Internet. Give another address.'

const language = ({ users }: Texts): FormField => ({
  name: 'user.profile.preferredLanguage',
  label: users.language,
  help: users.languageHelp,
})

/** @returns the form of a new human user */
export function newPersonForm(texts: Texts): Form {
  return [...names(texts), ...contacts(texts), language(texts)]
}

/**
 * @param address the stored email address
 * @returns the form of a stored human user
 */
export function personForm(texts: Texts, address: string | undefined): Form {
  const { nickName, displayName } = texts.users
  return [
    ...names(texts),
    { name: 'user.profile.nickName', label: nickName },
    { name: 'user.profile.displayName', label: displayName },
    ...contacts(texts, address),
    language(texts),
  ]
}

/** @returns the form of a new service user */
export function newMachineForm({ users }: Texts): Form {
  return [
    { name: 'user.userName', label: users.userName, required: true },
    { name: 'user.name', label: users.name, required: true },
    { name: 'user.description', label: users.description },
  ]
}

/** @returns the name of what was typed, as notices show it */
export function personName(fields: URLSearchParams): string {
  const typed = ['user.profile.firstName', 'user.profile.lastName', 'user.name'].map((name) => (fields.get(name) ?? '').trim())
  return typed.filter((part) => part !== '').join(' ')
}

/** @returns the entry with the typed values; a new address or number is not verified */
export function changedPerson(form: Form, fields: URLSearchParams, stored: JsonObject): JsonObject {
  const entry = entryFrom(form, fields, stored)
  const [before, user] = [stored, entry].map((content) => objectAt({ content }, 'user'))
  const contact = (member: 'email' | 'phone'): unknown => {
    const [old, typed] = [before, user].map((content) => textIn(objectAt({ content: content ?? {} }, member), member))
    if (typed === old) return before?.[member]
    return typed === '' ? undefined : { [member]: typed }
  }
  return { ...entry, user: { ...user, email: contact('email'), phone: contact('phone') } }
}
