// The code that users type.
import { createSealing } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { generateUserCode, readUserCode, showUserCode, userCodeDigest } from '../src/user-code.ts'

const randomToken = (): string => randomBytes(32).toString('base64url')

test('DV-01 a code has eight letters of the alphabet of RFC 8628 §6.1, all equally frequent', () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 5000; index++) {
    const code = generateUserCode({ randomToken })
    assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
    for (const letter of code) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  assert.equal(counts.size, 20)
  // 40,000 letters: 2000 of each, with a standard deviation of 44.
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 2000) < 300, `${letter} ${count}`)
})

test('a random text that has few letters is followed by a second one', () => {
  const texts = ['_'.repeat(43), `${'9'.repeat(40)}ABC`, randomToken()]
  assert.match(generateUserCode({ randomToken: () => texts.shift() ?? randomToken() }), /^[B-Z]{8}$/)
})

for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'W.D.J.B.M.J.H.T', 'ＷＤＪＢ－ＭＪＨＴ', 'WDJB–MJHT', '1WDJB0MJHT']) {
  test(`what users type is folded: ${typed}`, () => assert.equal(readUserCode(typed), 'WDJBMJHT'))
}

for (const typed of [undefined, '', 'WDJB-MJH', 'WDJB-MJHTT', 'AEIOU-AEI', 'W'.repeat(101), 'WDJBMJHT'.repeat(50_000)]) {
  test(`text that cannot be a code is refused: ${String(typed).slice(0, 20)}`, () => assert.equal(readUserCode(typed), undefined))
}

test('a code is shown in two groups', () => assert.equal(showUserCode('WDJBMJHT'), 'WDJB-MJHT'))

test('DV-01 the digest of a code depends on the key of the instance', async () => {
  const [one, other] = await Promise.all([createSealing(new Uint8Array(32)), createSealing(new Uint8Array(32).fill(1))])
  assert.notEqual(userCodeDigest('WDJBMJHT', { sealing: one }), userCodeDigest('WDJBMJHT', { sealing: other }))
  assert.equal(userCodeDigest('WDJBMJHT', { sealing: one }), userCodeDigest('WDJBMJHT', { sealing: one }))
})
