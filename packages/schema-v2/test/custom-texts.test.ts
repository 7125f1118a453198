// Where a document holds the texts that organizations replace.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loginTextsSchema, placesOfTexts } from '../src/index.ts'

test('every place is a text of a screen that the format has, and no place serves for two texts of one page', () => {
  const screens: Readonly<Record<string, object>> = loginTextsSchema.fields
  for (const [text, [screen, member]] of Object.entries(placesOfTexts)) {
    const schema = screens[screen]
    assert.ok(schema !== undefined && 'fields' in schema, `${text}: ${screen}`)
    assert.ok(Object.hasOwn(schema.fields as object, member), `${text}: ${screen}.${member}`)
  }
  const taken = Object.entries(placesOfTexts).map(([text, place]) => `${text.split('.')[0]} ${place.join('.')}`)
  assert.equal(new Set(taken).size, taken.length)
})
