// Which language a page is shown in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../src/ui/locale.ts'
import type { Locale } from '../src/ui/ui.ts'

const offered: readonly Locale[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh']

const rows: readonly [title: string, uiLocales: readonly string[], acceptLanguage: string | undefined, expected: Locale][] = [
  ['without a preference, the default', [], undefined, 'en'],
  ['ui_locales take precedence over the browser', ['de'], 'en', 'de'],
  ['the first of ui_locales that is offered', ['sv-SE', 'de', 'en'], 'en', 'de'],
  ['a region falls back to its language', ['pt-BR'], undefined, 'pt'],
  ['another region of the same language as well', ['pt-PT'], undefined, 'pt'],
  ['a script falls back to its language', ['zh-Hant'], undefined, 'zh'],
  ['so does a script with a region', [], 'zh-Hant-TW,en;q=0.5', 'zh'],
  ['a region falls back to its language', ['de-AT'], undefined, 'de'],
  ['the case of a tag is ignored', ['DE-at'], undefined, 'de'],
  ['a longer tag with the same first letters is another language', ['den'], undefined, 'en'],
  ['without a match in ui_locales, the languages of the browser', ['sv'], 'de-CH', 'de'],
  ['the languages of the browser, by quality', [], 'en;q=0.7, de;q=0.9', 'de'],
  ['languages of equal quality, in order', [], 'de, en', 'de'],
  ['a language of quality 0 is not chosen', [], 'de;q=0, sv', 'en'],
  ['a language of an invalid quality is not chosen', [], 'de;q=7', 'en'],
  ['a wildcard gives the default', [], '*', 'en'],
  ['spaces in the header', [], ' sv ; q=0.9 ,  de ; q=0.8 ', 'de'],
  ['a language without texts gives the default', ['sv'], 'da, fi;q=0.5', 'en'],
  ['an empty header', [], '', 'en'],
]

for (const [title, uiLocales, acceptLanguage, expected] of rows) {
  test(`locale: ${title}`, () => {
    assert.equal(chooseLocale(uiLocales, acceptLanguage, offered, 'en'), expected)
  })
}

test('AZ-22 a path, a thousand tags, or the name of an object member in ui_locales gives the default', () => {
  for (const uiLocales of [['../../etc/passwd'], Array.from({ length: 1000 }, (_, i) => `x${i}`), ['__proto__', 'constructor']]) {
    assert.equal(chooseLocale(uiLocales, undefined, ['en', 'de'], 'en'), 'en')
  }
  assert.equal(
    chooseLocale(['de-../../etc/passwd'], undefined, ['en', 'de'], 'en'),
    'de',
    'the result is an offered language, never the tag',
  )
})
