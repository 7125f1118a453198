// The pages of the account: what each section shows and sends, that hostile values stay text, and that every language has every text.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountTemplates } from '../src/index.ts'
import { accountTextsByLocale } from '../src/texts/account/languages.ts'
import { locales } from '../src/texts/languages.ts'
import { accountPagesWith as pagesWith, accountStates } from './account-pages.ts'
import { all, fieldsOf, parse, skeleton } from './html.ts'
import { hostileValues } from './hostile-values.ts'

const ui = accountTemplates()
const keysOf = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .flatMap(([key, member]) => keysOf(member, `${path}.${key}`))
        .toSorted()
    : [path]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []

describe('the pages of the account', () => {
  test('every form has one submit button, and buttons of the same text name what they act on', () => {
    for (const page of pagesWith('Acme')) {
      const document = parse(ui.render(page, 'en'))
      for (const form of all(document, 'form')) {
        assert.equal(all(form, 'button').length, 1)
        assert.equal(fieldsOf(form)['csrf'], 'Acme')
        assert.equal(form.attributes.get('method'), 'post')
      }
      assert.deepEqual(all(document, 'script'), [])
      assert.equal(all(document, 'h1').length, 1)
    }
  })

  test('each id occurs once', () => {
    for (const page of accountStates('Acme')) {
      const ids = [...ui.render(page, 'en').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      assert.equal(new Set(ids).size, ids.length, ids.join(' '))
    }
  })

  test('times name their zone', () => {
    const [overview] = pagesWith('Acme')
    assert.ok(overview !== undefined)
    for (const locale of locales) assert.match(ui.render(overview, locale), /2026.*UTC/s, locale)
  })

  test('a page with every section and every language is under 30 kB', () => {
    for (const page of pagesWith('Acme')) for (const locale of locales) assert.ok(ui.render(page, locale).length < 30_000)
  })
})

describe('HO-12 a hostile value on the pages of the account', () => {
  const harmless = pagesWith('Acme').map((page) => skeleton(parse(ui.render(page, 'en'))))
  for (const value of hostileValues) {
    test(`${JSON.stringify(value)} adds no element and no attribute`, () => {
      for (const [index, page] of pagesWith(value).entries())
        assert.equal(skeleton(parse(ui.render(page, 'en'))), harmless[index], page.kind)
    })
  }
})

describe('the texts of the account', () => {
  test('every language has the same texts, none is blank, and none is the English one', () => {
    const english = new Set(textsOf(accountTextsByLocale.en))
    /** Words that languages share with English. */
    const shared = new Set(['Email', 'E-mail', 'Organisation', 'Name', 'Passkey', 'Nickname', 'Password'])
    for (const locale of locales) {
      const texts = accountTextsByLocale[locale]
      assert.deepEqual(keysOf(texts), keysOf(accountTextsByLocale.en), locale)
      for (const text of textsOf(texts)) assert.match(text, /^\S(?:.*\S)?$/su, locale)
      if (locale === 'en') continue
      assert.deepEqual(
        textsOf(texts).filter((text) => english.has(text) && !shared.has(text)),
        [],
        locale,
      )
    }
  })
})
