// What a first start makes.
import { canonicalize } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoApplication, firstOrganization, generatePassword } from '../src/first-start.ts'

test('generated passwords are long, of many characters, and never the same', () => {
  const passwords = Array.from({ length: 200 }, generatePassword)
  assert.equal(new Set(passwords).size, 200)
  assert.ok(passwords.every((password) => password.length === 20))
  assert.ok(new Set(passwords.join('')).size > 50)
})

test('the documents of a first start are in the form that reading gives', () => {
  for (const document of [firstOrganization('a password'), demoApplication()]) assert.deepEqual(canonicalize(document), document)
})
