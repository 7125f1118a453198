// Which time step a code belongs to, by the test vectors of RFC 6238.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingStep, readCode } from '../src/totp/time-step.ts'

/** `12345678901234567890` in base32. The vectors are the last six of the eight digits in https://www.rfc-editor.org/rfc/rfc6238#appendix-B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

for (const [seconds, code] of vectors) {
  const step = Math.floor(seconds / 30)
  test(`OT-03 ${code} belongs to the time step of second ${seconds}, and is accepted one step before to one step after it`, () => {
    for (const away of [-30, 0, 30]) assert.equal(matchingStep(secret, code, (seconds + away) * 1000), step)
    for (const away of [-90, -60, 60, 90, 86_400]) assert.equal(matchingStep(secret, code, (seconds + away) * 1000), undefined)
  })
}

test('OT-03 a code is accepted until the last millisecond of the step after its own', () => {
  assert.equal(matchingStep(secret, '287082', 0), 1, 'the code of the next step')
  assert.equal(matchingStep(secret, '287082', 89_999), 1)
  assert.equal(matchingStep(secret, '287082', 90_000), undefined)
})

const typed: readonly (readonly [string, string | undefined])[] = [
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123\u00a0456', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['000000', '000000'],
  ['', undefined],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345678', undefined],
  ['１２３４５６', undefined],
  ['١٢٣٤٥٦', undefined],
  ['+12345', undefined],
  ['-123456', undefined],
  ['123-456', undefined],
  ['1e5000', undefined],
  ['123456\0', undefined],
  ['12345a', undefined],
]

for (const [text, code] of typed) {
  test(`OT-05 ${JSON.stringify(text)} is ${code === undefined ? 'no code' : `the code ${code}`}`, () => assert.equal(readCode(text), code))
}
