// The texts that an organization can write itself: those of the sign-in pages, and those of each kind of mail. A field is a member of the
// stored entry; next to it stands the text that applies without it.
import type { Locale } from '@symbolon/login'
import { isDefaultLoginText, placesOfTexts } from '@symbolon/schema-v2'
import type { CustomText, JsonObject, TextScreen } from '@symbolon/schema-v2'
import { builtInMailTexts, builtInTexts, templates } from '@symbolon/ui-templates'
import { objectAt, textIn } from '../resource/resources.ts'
import type { MailMember, TextList } from '../texts/en/custom-texts.ts'

/** The lists of documents whose texts are shown to users. */
export const textLists: readonly TextList[] = [
  'loginTexts',
  'initMessages',
  'inviteUserMessages',
  'passwordResetMessages',
  'verifyEmailMessages',
]

/** The languages of the pages and of the mails. */
export const locales: readonly Locale[] = templates().locales

type MailKind = 'email_verification' | 'invitation' | 'recovery'

/** The mail that each list is for. */
const mails: Readonly<Record<Exclude<TextList, 'loginTexts'>, MailKind>> = {
  initMessages: 'invitation',
  inviteUserMessages: 'invitation',
  passwordResetMessages: 'recovery',
  verifyEmailMessages: 'email_verification',
}

/** @returns the mail that the texts are for */
export function mailOf(list: Exclude<TextList, 'loginTexts'>): MailKind {
  return mails[list]
}

/** The members of the text of a mail, in reading order. */
const mailMembers: readonly MailMember[] = ['subject', 'preHeader', 'title', 'greeting', 'text', 'buttonText', 'footerText']

/** A text that can be replaced. */
export interface TextField {
  /** The path of the member in the entry. */
  readonly name: string
  /** Undefined for mails. */
  readonly screen: TextScreen | undefined
  /** The last part of the path. */
  readonly member: string
  /** The effective texts without a custom text. */
  readonly builtIn: string
}

/** @returns the locale of a language tag; undefined for a language that no page has */
export function localeOf(language: string): Locale | undefined {
  return locales.find((locale) => locale === language || language.startsWith(`${locale}-`))
}

/** @returns the fields of a list in a language, in order */
export function textFields(list: TextList, locale: Locale): readonly TextField[] {
  if (list === 'loginTexts') {
    const builtIn = builtInTexts(locale)
    // The keys of the table are the names of the texts.
    return (Object.entries(placesOfTexts) as [CustomText, readonly [TextScreen, string]][]).map(([text, [screen, member]]) => ({
      name: `${screen}.${member}`,
      screen,
      member,
      builtIn: builtIn[text],
    }))
  }
  const builtIn = builtInMailTexts(locale, mails[list])
  // A mail without a link has no button.
  return mailMembers
    .filter((member) => member !== 'buttonText' || builtIn.buttonText !== '')
    .map((member) => ({ name: member, screen: undefined, member, builtIn: builtIn[member] }))
}

/** @returns the text of the entry; empty where it has none, or one that pages do not show */
export function ownText(content: JsonObject, { screen, member }: TextField): string {
  const text = screen === undefined ? textIn(content, member) : textIn(objectAt({ content }, screen), member)
  return screen !== undefined && isDefaultLoginText(screen, member, text) ? '' : text
}

/** @returns the entry with these texts; an empty one is left out, and members without a field stay */
export function withTexts(content: JsonObject, texts: readonly (readonly [field: TextField, text: string])[]): JsonObject {
  return texts.reduce<JsonObject>((entry, [{ screen, member }, text]) => {
    const value = text === '' ? undefined : text
    if (screen === undefined) return withoutAbsent({ ...entry, [member]: value })
    const members = withoutAbsent({ ...objectAt({ content: entry }, screen), [member]: value })
    return withoutAbsent({ ...entry, [screen]: Object.keys(members).length === 0 ? undefined : members })
  }, content)
}

function withoutAbsent(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
