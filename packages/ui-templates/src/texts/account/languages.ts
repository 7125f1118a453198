// The languages of the account page. A locale without texts does not compile.
import type { Locale } from '@symbolon/login'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { AccountTexts } from './texts.ts'
import { zh } from './zh.ts'
import { whenRead } from '../when-read.ts'

/** The texts of the account page in each language. */
export const accountTextsByLocale: Readonly<Record<Locale, AccountTexts>> = whenRead({ en, de, fr, es, it, pt, nl, pl, ja, zh })
