// What holds for the wording of every page and mail of a language: one word for one thing, one form of address, and its own punctuation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locale } from '@symbolon/login'
import { html } from 'hono/html'
import { mailTextsByLocale } from '../src/mail/texts/languages.ts'
import { accountTextsByLocale } from '../src/texts/account/languages.ts'
import { locales, textsByLocale } from '../src/texts/languages.ts'

/** Stands for every value that a text is made with: a name, a number, or a time to wait. */
const anyValue = Object.assign(html`42`, { count: 42, unit: 'minutes' })

const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(Reflect.apply(value, undefined, [anyValue, anyValue]))]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const wordsOf = (locale: Locale): readonly string[] =>
  [textsByLocale, accountTextsByLocale, mailTextsByLocale].flatMap((tables) => textsOf(tables[locale]))

/** Words that name a thing otherwise than the rest of the language does, or that address people in another way. */
const otherWords: Readonly<Record<Locale, RegExp>> = {
  en: /\bOTP\b|OIDC|second factor|username|\bmails?\b|log ?(?:in|out)\b|any more|present (?:app|address)/i,
  de: /zweite[nr]? Faktor|Authentifizierungs-App|Verwaltung|Ihre Administration|anlegen|angelegt|verbunden|benutzt|Betreibern|Bitte /,
  fr: /récupération|second(?!e)|(?:êtes|restez|serez) (?:\S+ )?(?:dé)?connecté/u,
  es: /segundo factor|conect|quitad|llave de acceso/i,
  it: /token|secondo fattore|(?<!Last)Email|stato tu|(?:sei|resti) (?:\S+ )?(?:dis)?connesso/,
  pt: /segundo fator|(?<!des)conectad[oa]|insira|palavra-passe/i,
  nl: /(?<!\p{L})(?:uw?|zich)(?!\p{L})(?<!herhaalt zich)|oepassing|meld je (?:aan|af)|aangemeld|afgemeld|tweede factor/iu,
  pl: /składnik|(?:jesteś|pozostaniesz) \S+ny(?!\p{L})|\bPan[iau]?\b|kod[uy]? zapasow/u,
  ja: /サインイン|サインアウト|回復コード|端末|第2要素|続ける/,
  zh: /恢复代码|(?<!身份)验证器|第二重|你|帐号|账户|邮件地址/,
}

for (const locale of locales) {
  test(`one thing has one name on the pages and in the mails: ${locale}`, () => {
    for (const text of wordsOf(locale)) assert.doesNotMatch(text, otherWords[locale])
  })

  test(`quotes, spaces and ends are those of the language: ${locale}`, () => {
    for (const text of wordsOf(locale)) {
      assert.doesNotMatch(text, /["']|\.\.\.| {2}/)
      // https://cldr.unicode.org/: French separates these signs by a narrow space at which no line ends.
      if (locale === 'fr') assert.doesNotMatch(text, /[^\u202F\s][;?!»]|[^\u202F]:(?!\/)|«[^\u202F]|[ \u00A0][:;?!»]/)
      else assert.doesNotMatch(text, /\s[.,:;?!。，：；？！]/)
      if (locale === 'ja' || locale === 'zh') assert.doesNotMatch(text, /[\u3040-\u30FF\u3400-\u9FFF][,:;?!()]/)
    }
  })
}
