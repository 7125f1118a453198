// Both languages have every text. Errors say what to do next and do not reveal whether a user exists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templates } from '../src/index.ts'
import { de } from '../src/texts/de.ts'
import { en } from '../src/texts/en.ts'
import { errorCodes, formErrors, locales } from './pages.ts'

const textsByLocale = { en, de }

const keysOf = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .flatMap(([key, member]) => keysOf(member, `${path}.${key}`))
        .toSorted()
    : [path]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []

test('both locales have the same texts, and none is blank', () => {
  assert.deepEqual(keysOf(textsByLocale.de), keysOf(textsByLocale.en))
  for (const locale of locales) for (const text of textsOf(textsByLocale[locale])) assert.match(text, /\S/)
})

test('the texts of a locale carry its language tag', () => {
  for (const locale of locales) assert.equal(textsByLocale[locale].language, locale)
})

test('German differs from English in every text', () => {
  const english = new Set(textsOf(textsByLocale.en))
  assert.deepEqual(
    textsOf(textsByLocale.de).filter((text) => english.has(text)),
    [],
  )
})

test('the German texts use the polite form', () => {
  for (const text of textsOf(textsByLocale.de)) assert.doesNotMatch(text, /\b(du|dein|deine|deinen|deiner|dich|dir|euch|euer)\b/i)
})

test('every code of a form and of an error page has a text of its own', () => {
  for (const locale of locales) {
    const { formErrors: ofForms, errorPages } = textsByLocale[locale]
    assert.deepEqual(Object.keys(ofForms).toSorted(), formErrors.toSorted())
    assert.deepEqual(Object.keys(errorPages).toSorted(), errorCodes.toSorted())
    assert.equal(new Set(Object.values(errorPages).map(({ title }) => title)).size, errorCodes.length)
  }
})

test('every error page sends the user back to the application to start again', () => {
  for (const code of errorCodes) {
    assert.match(textsByLocale.en.errorPages[code].next, /go back to the application and start again/i)
    assert.match(textsByLocale.de.errorPages[code].next, /zurück zur Anwendung und beginnen Sie .*von vorn/)
  }
})

test('the error for wrong credentials is the same for every login name', () => {
  const ui = templates()
  const base = { action: '/ui/login/step', requestId: 'r', csrf: 'c', applicationName: 'Acme' }
  const page = { kind: 'password' as const, ...base, error: 'invalid_credentials' as const }
  const [known, unknown] = ['alice', 'nobody'].map((loginName) => ui.render({ ...page, loginName }, 'en').replace(loginName, ''))
  assert.equal(known, unknown)
  assert.match(textsByLocale.en.formErrors.invalid_credentials, /login name or password/i)
})
