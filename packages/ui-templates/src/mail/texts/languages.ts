// The texts of mails of every locale.
import type { Locale } from '@symbolon/login'
import type { MailTexts } from './mail-texts.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'
import { whenRead } from '../../texts/when-read.ts'

/** The texts of each locale. */
export const mailTextsByLocale: Readonly<Record<Locale, MailTexts>> = whenRead({ en, de, fr, es, it, pt, nl, pl, ja, zh })
