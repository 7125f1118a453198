// The languages of the pages.
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { Texts } from './texts.ts'
import { zh } from './zh.ts'

/** The texts by language. */
export const textsByLocale: Readonly<Record<string, Texts>> = { en, de, fr, es, it, pt, nl, pl, ja, zh }

/** The languages, English first. */
export const locales: readonly [string, ...string[]] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh']

/** @returns the texts of one of {@link locales} */
export function textsFor(locale: string): Texts {
  return textsByLocale[locale] ?? en
}
