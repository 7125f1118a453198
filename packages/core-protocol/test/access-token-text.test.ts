// The text of opaque access tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { opaqueAccessTokenText, readOpaqueAccessToken } from '../src/tokens/access-token-text.ts'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const secrets = fc.string({ unit: fc.constantFrom(...base64url), minLength: 43, maxLength: 43 })
const numbers = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, 35, 36, 36 ** 5 - 1, 36 ** 5, 2 ** 32, Number.MAX_SAFE_INTEGER))

test('every number and secret is read from its text, and the text always has 66 characters', () => {
  fc.assert(
    fc.property(numbers, secrets, (number, secret) => {
      const text = opaqueAccessTokenText({ number, secret })
      assert.match(text, /^symbolon_at_[0-9a-z]{11}[\w-]{43}$/)
      assert.deepEqual(readOpaqueAccessToken(text), { number, secret })
    }),
  )
})

test('TK-22 a text with one other character is another token or none', () => {
  fc.assert(
    fc.property(numbers, secrets, fc.nat(65), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), (number, secret, place, other) => {
      const text = opaqueAccessTokenText({ number, secret })
      const altered = text.slice(0, place) + other + text.slice(place + 1)
      if (altered !== text) assert.notDeepEqual(readOpaqueAccessToken(altered), { number, secret })
    }),
  )
})

test('whatever is read has no other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcz'), minLength: 11, maxLength: 11 }), secrets, (digits, secret) => {
      const text = `symbolon_at_${digits}${secret}`
      const read = readOpaqueAccessToken(text)
      if (read !== undefined) assert.equal(opaqueAccessTokenText(read), text)
    }),
  )
})

test('TK-22 texts of another form are not read', () => {
  const secret = 'A'.repeat(43)
  const text = opaqueAccessTokenText({ number: 123_456_789, secret })
  for (const other of [
    '',
    'symbolon_at_',
    `symbolon_at_${secret}`,
    text.slice(0, -1),
    `${text}A`,
    `${text}\n`,
    `\n${text}`,
    ` ${text}`,
    text.toUpperCase(),
    text.replace('_at_', '_rt_'),
    text.replace('symbolon', 'symbol0n'),
    `symbolon_at_${'Z'.repeat(11)}${secret}`,
    `symbolon_at_-0000000001${secret}`,
    `symbolon_at_0.000000001${secret}`,
    `symbolon_at_00000000001${'+'.repeat(43)}`,
    // One more than 2^53 - 1, and the greatest number of 11 digits.
    `symbolon_at_2gosa7pa2gw${secret}`,
    `symbolon_at_${'z'.repeat(11)}${secret}`,
    `symbolon_at_${'٣'.repeat(11)}${secret}`,
    `symbolon_at_00000000001${'é'.repeat(43)}`,
  ]) {
    assert.equal(readOpaqueAccessToken(other), undefined, JSON.stringify(other))
  }
  assert.equal((2 ** 53).toString(36), '2gosa7pa2gw')
})

test('TK-22 random texts are not read', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => readOpaqueAccessToken(text) === undefined))
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => readOpaqueAccessToken(`symbolon_at_${text}`) === undefined))
})
