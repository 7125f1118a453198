// What holds for the wording of every page of the console: one word for one thing, and the punctuation of the language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { de } from '../src/texts/de.ts'
import { en } from '../src/texts/en.ts'

/** Every text, with the path of its key. Functions are called with numbers and names, so that each of their forms is read. */
function textsOf(value: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    return [1, 2, '42'].flatMap((argument) => textsOf(Reflect.apply(value, undefined, [argument, argument, argument, argument]), path))
  }
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}.${key}`)) : []
}

/** Words that name a thing otherwise than the rest of the language does. */
const otherWords = {
  en: /\b[Ii]ds?\b|\be-mail|\blog(?:ged)? (?:in|on|out|off)\b|\busernames?\b|organisation|audit trail|machine user|two-factor|\bsecond-factor|\bMFA\b|redirect URLs?|callback URLs?|\bany more\b/,
  de: /\bIds?\b|-Ids?\b|\bE-?mail\b|\bNutzer|Maschinenbenutzer|Kennw(?:ort|ört)|\b[Ee]inlogg|\bAccounts?\b|Zweifaktor|Zwei-Faktor|Redirect-URL|Weiterleitungs-UR|Prüfprotokoll/,
} as const

test('a button that changes one user has the singular: en', () => {
  for (const [path, text] of textsOf(en(), 'en')) assert.doesNotMatch(text, /\b1 users\b/, `${path}: ${text}`)
})

for (const [language, texts] of [
  ['en', en()],
  ['de', de()],
] as const) {
  test(`one thing has one name in the console: ${language}`, () => {
    const all = textsOf(texts, language)
    assert.ok(all.length > 800, `${all.length} texts`)
    for (const [path, text] of all) assert.doesNotMatch(text, otherWords[language], `${path}: ${text}`)
  })

  test(`quotes, spaces and ends are those of the language: ${language}`, () => {
    for (const [path, text] of textsOf(texts, language)) assert.doesNotMatch(text, /'|\.\.\.| {2}| [.,;!?]/, `${path}: ${text}`)
  })
}
