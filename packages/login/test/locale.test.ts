// Which language a page speaks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../src/ui/locale.ts'
import type { Locale } from '../src/ui/ui.ts'

const rows: readonly [says: string, uiLocales: readonly string[], acceptLanguage: string | null, expected: Locale][] = [
  ['nothing is asked for: the default', [], null, 'en'],
  ['ui_locales come before the browser', ['de'], 'en', 'de'],
  ['the first of ui_locales that there is', ['fr-CA', 'de', 'en'], 'en', 'de'],
  ['a region falls back to its language', ['de-AT'], null, 'de'],
  ['case does not matter', ['DE-at'], null, 'de'],
  ['a language that only begins alike is another', ['den'], null, 'en'],
  ['no match in ui_locales: the browser decides', ['fr'], 'de-CH', 'de'],
  ['the browser, by quality', [], 'en;q=0.7, de;q=0.9', 'de'],
  ['equal quality: in order', [], 'de, en', 'de'],
  ['quality 0 is not wanted', [], 'de;q=0, fr', 'en'],
  ['a quality that is none is not wanted', [], 'de;q=7', 'en'],
  ['any language: the default', [], '*', 'en'],
  ['spaces around', [], ' fr ; q=0.9 ,  de ; q=0.8 ', 'de'],
  ['an empty header', [], '', 'en'],
]

for (const [says, uiLocales, acceptLanguage, expected] of rows) {
  test(`locale: ${says}`, () => {
    assert.equal(chooseLocale(uiLocales, acceptLanguage, ['en', 'de'], 'en'), expected)
  })
}

test('AZ-22 a path, a thousand tags, or an object’s own member in ui_locales gives the default', () => {
  for (const uiLocales of [['../../etc/passwd'], Array.from({ length: 1000 }, (_, i) => `x${i}`), ['__proto__', 'constructor']]) {
    assert.equal(chooseLocale(uiLocales, null, ['en', 'de'], 'en'), 'en')
  }
  assert.equal(chooseLocale(['de-../../etc/passwd'], null, ['en', 'de'], 'en'), 'de', 'the answer is an offered language, never the tag')
})
