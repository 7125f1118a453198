// Phone numbers: the spellings of one number, and what is not one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLoginName } from '../src/ports/login-name.ts'
import { isWholeNumber, phoneNumber } from '../src/text/phone-number.ts'

test('UN-07 every spelling of a number is its digits', () => {
  for (const spelling of [
    '+41446681800',
    '+41 44 668 18 00',
    ' +41 44 668 18 00 ',
    '+41 (0)44 668 18 00',
    '(+41) 44/668.18.00',
    '+41-44-668–18‑00',
    '0041446681800',
    '00 41 44 668 18 00',
    '＋４１　４４ ６６８ １８ ００',
    '\u202a+41\u00a044\u202f668 18 00\u202c',
  ]) {
    assert.equal(phoneNumber(spelling), '+41446681800', JSON.stringify(spelling))
    assert.equal(canonicalLoginName(spelling), '+41446681800', JSON.stringify(spelling))
  }
})

test('UN-07 a number without a country code, and other text with digits, is not one', () => {
  for (const text of [
    '',
    '+',
    '044 668 18 00',
    '00',
    '00123',
    '000446681800',
    '+41x44',
    '++41',
    '4',
    'a+41446681800',
    '+41,44',
    '+١٢٣',
    `+${'1'.repeat(99)}`,
  ])
    assert.equal(phoneNumber(text), undefined, text)
  assert.equal(canonicalLoginName('044 668 18 00'), '044 668 18 00')
  for (const number of ['+1', '+0441234567', '+4112345678901234']) assert.equal(isWholeNumber(number), false, number)
})
