// Every language has every text. Errors say what to do next and do not reveal whether a user exists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locale } from '@symbolon/login'
import { templates } from '../src/index.ts'
import { locales, textsByLocale } from '../src/texts/languages.ts'
import { pluralOf } from '../src/texts/plural.ts'
import { all, parse } from './html.ts'
import { errorCodes, formErrors } from './pages.ts'

const keysOf = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .flatMap(([key, member]) => keysOf(member, `${path}.${key}`))
        .toSorted()
    : [path]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []

test('the languages are those of the type, each of them once', () => {
  assert.deepEqual([...locales].toSorted(), Object.keys(textsByLocale).toSorted())
})

test('every language has the same texts, and none is blank', () => {
  for (const locale of locales) {
    assert.deepEqual(keysOf(textsByLocale[locale]), keysOf(textsByLocale.en), locale)
    for (const text of textsOf(textsByLocale[locale])) assert.match(text, /^\S(?:.*\S)?[: ]*$/su, locale)
  }
})

test('the texts of a language carry its tag and the direction of its script', () => {
  for (const locale of locales) {
    const { language, direction } = textsByLocale[locale]
    const { language: subtag, script } = new Intl.Locale(language).maximize()
    assert.equal(subtag, locale)
    assert.equal(direction, ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'].includes(script ?? '') ? 'rtl' : 'ltr')
  }
})

/** Words that a language took from English. */
const borrowed: Readonly<Partial<Record<Locale, readonly string[]>>> = { it: ['Password'], es: ['Error: '] }

test('every language differs from English in every text', () => {
  const { language: _tag, direction: _direction, ...english } = textsByLocale.en
  const inEnglish = new Set(textsOf(english))
  for (const locale of locales.filter((each) => each !== 'en')) {
    const { language: _own, direction: _ownDirection, ...texts } = textsByLocale[locale]
    const same = textsOf(texts).filter((text) => inEnglish.has(text) && !borrowed[locale]?.includes(text))
    assert.deepEqual(same, [], locale)
  }
})

/** Languages whose pages use the formal address, and the words of the informal one. */
const informal: readonly (readonly [Locale, RegExp])[] = [
  ['de', /(?<!\p{L})(?:du|dein|deine|deinen|deiner|deinem|dich|dir|euch|euer)(?!\p{L})/iu],
  ['fr', /(?<!\p{L})(?:tu|toi|ton|tes|ta)(?!\p{L})/iu],
  ['es', /(?<!\p{L})(?:tú|tu|tus|contigo|introduce|vuelve|espera)(?!\p{L})/iu],
  ['zh', /你/u],
]

for (const [locale, words] of informal) {
  test(`the texts use the formal address: ${locale}`, () => {
    for (const text of textsOf(textsByLocale[locale])) assert.doesNotMatch(text, words)
  })
}

test('every code of a form and of an error page has a separate text', () => {
  for (const locale of locales) {
    const { formErrors: ofForms, errorPages } = textsByLocale[locale]
    assert.deepEqual(Object.keys(ofForms).toSorted(), formErrors.toSorted())
    assert.deepEqual(Object.keys(errorPages).toSorted(), errorCodes.toSorted())
    assert.equal(new Set(Object.values(errorPages).map(({ title }) => title)).size, errorCodes.length)
  }
})

const wayBack: Readonly<Record<Locale, RegExp>> = {
  en: /go back to the application and start again/i,
  de: /zurück zur Anwendung und beginnen Sie .*von vorn/,
  fr: /retournez à l’application et recommencez/i,
  es: /vuelva a la aplicación y empiece de nuevo/i,
  it: /torna all’applicazione e ricomincia/i,
  pt: /volte ao aplicativo e comece de novo/i,
  nl: /ga terug naar de applicatie en begin opnieuw/i,
  pl: /wróć do aplikacji i zacznij od nowa/i,
  ja: /アプリケーションに戻り、.*最初からやり直してください/,
  zh: /返回应用重新开始/,
}

test('every error page sends the user back to the application to start again', () => {
  for (const locale of locales)
    for (const code of errorCodes) assert.match(textsByLocale[locale].errorPages[code].next, wayBack[locale], `${locale} ${code}`)
})

test('the error for wrong credentials is the same for every login name', () => {
  const ui = templates()
  const base = { action: '/ui/login/step', requestId: 'r', csrf: 'c', applicationName: 'Acme' }
  const page = { kind: 'password' as const, ...base, error: 'invalid_credentials' as const }
  const [known, unknown] = ['alice', 'unknown'].map((loginName) => ui.render({ ...page, loginName }, 'en').replace(loginName, ''))
  assert.equal(known, unknown)
  assert.match(textsByLocale.en.formErrors.invalid_credentials, /user name or password/i)
})

const waits: Readonly<Record<Locale, readonly string[]>> = {
  en: ['1 second', '2 seconds', '8 seconds', '22 seconds', '15 minutes'],
  de: ['1 Sekunde', '2 Sekunden', '8 Sekunden', '22 Sekunden', '15 Minuten'],
  fr: ['1 seconde', '2 secondes', '8 secondes', '22 secondes', '15 minutes'],
  es: ['1 segundo', '2 segundos', '8 segundos', '22 segundos', '15 minutos'],
  it: ['1 secondo', '2 secondi', '8 secondi', '22 secondi', '15 minuti'],
  pt: ['1 segundo', '2 segundos', '8 segundos', '22 segundos', '15 minutos'],
  nl: ['1 seconde', '2 seconden', '8 seconden', '22 seconden', '15 minuten'],
  pl: ['1 sekundę', '2 sekundy', '8 sekund', '22 sekundy', '15 minut'],
  ja: ['1秒', '2秒', '8秒', '22秒', '15分'],
  zh: ['1 秒', '2 秒', '8 秒', '22 秒', '15 分钟'],
}

for (const locale of locales) {
  test(`a page with a wait says how long it is: ${locale}`, () => {
    const ui = templates()
    const base = { action: '/ui/login/step', requestId: 'r', csrf: 'c', applicationName: 'Acme', loginName: 'alice' }
    for (const error of ['too_many_attempts', 'busy'] as const) {
      for (const [index, retryAfter] of [1, 2, 8, 22, 900].entries()) {
        const page = parse(ui.render({ kind: 'password', ...base, error, retryAfter }, locale))
        const alert = all(page).find((element) => element.attributes.get('role') === 'alert')
        const words = waits[locale][index]
        assert.ok(words !== undefined)
        // The next letter belongs to another word, except in languages without spaces.
        assert.match(alert?.text ?? '', new RegExp(`(?<!\\d)${words}${['ja', 'zh'].includes(locale) ? '' : '(?!\\p{L})'}`, 'u'))
      }
    }
  })
}

test('a phrase takes the form of its count, and another where the language has no own', () => {
  const polish = pluralOf('pl')
  const codes = { one: 'kod', few: 'kody', many: 'kodów', other: 'kodu' }
  assert.deepEqual(
    [0, 1, 2, 5, 12, 22, 1.5].map((count) => polish(count, codes)),
    ['kodów', 'kod', 'kody', 'kodów', 'kodów', 'kody', 'kodu'],
  )
  assert.equal(pluralOf('fr')(1_000_000, { one: 'code', other: 'codes' }), 'codes')
})
