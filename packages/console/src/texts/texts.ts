// The languages of the console, and the choice among them.
import { chooseLocale } from '@symbolon/login'
import type { HttpRequest, User } from '@symbolon/core-protocol'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './shape.ts'

const languages = { de, en } as const

/** Created at the first use of a language. */
const made: Partial<Record<keyof typeof languages, Texts>> = {}

/** @returns the texts in the language of the user, or else of the browser */
export function textsFor({ preferredLanguage }: Pick<User, 'preferredLanguage'>, request: HttpRequest): Texts {
  const preferred = preferredLanguage === undefined ? [] : [preferredLanguage]
  const chosen = chooseLocale(preferred, request.header('accept-language'), ['en', 'de'], 'en')
  const language = chosen === 'de' ? 'de' : 'en'
  return (made[language] ??= languages[language]())
}
