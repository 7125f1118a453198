// The locales that the pages speak.
import type { Locale } from '@symbolon/login'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

export const textsByLocale: Readonly<Record<Locale, Texts>> = { en, de }
