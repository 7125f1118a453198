// Tokens are 256 bits each, none twice, however many are drawn at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomToken, tokenSource } from '../src/random-token.ts'

test('tokens are the canonical base64url of 32 bytes, and no two are alike', () => {
  const next = tokenSource()
  const tokens = Array.from({ length: 1000 }, () => next())
  tokens.push(randomToken(), tokenSource()())
  assert.equal(new Set(tokens).size, tokens.length)
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url')
    assert.equal(bytes.length, 32)
    assert.equal(bytes.toString('base64url'), token)
    // A byte that is zero in all of them was not drawn.
    assert.ok(bytes.some((byte) => byte !== 0))
  }
})

test('every bit of a token is drawn: each is set about as often as not', () => {
  const next = tokenSource()
  const count = 4096
  const set = Array.from({ length: 256 }, () => 0)
  for (let drawn = 0; drawn < count; drawn += 1) {
    const bytes = Buffer.from(next(), 'base64url')
    for (let bit = 0; bit < 256; bit += 1) if ((((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1) set[bit] = (set[bit] ?? 0) + 1
  }
  // Eight standard deviations.
  for (const [bit, times] of set.entries()) assert.ok(Math.abs(times - count / 2) < (8 * Math.sqrt(count)) / 2, `bit ${bit}: ${times}`)
})
