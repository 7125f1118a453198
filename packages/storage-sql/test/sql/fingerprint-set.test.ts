// A set of texts that keeps fingerprints.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FingerprintSet } from '../../src/sql/fingerprint-set.ts'

test('every text that was added is found, while the set grows', () => {
  const set = new FingerprintSet()
  for (let number = 0; number < 100_000; number += 1) {
    set.add(`id ${number}`)
    set.add(`id ${number}`)
    assert.ok(set.has(`id ${number >>> 1}`))
  }
  for (let number = 0; number < 100_000; number += 1) assert.ok(set.has(`id ${number}`), String(number))
  assert.ok(set.size <= 100_000 && set.size > 99_990, String(set.size))
})

test('nearly no other text is found', () => {
  const set = new FingerprintSet()
  assert.equal(set.has(''), false)
  for (let number = 0; number < 100_000; number += 1) set.add(`id ${number}`)
  // Expected is one in 43,000.
  const falsePositives = Array.from({ length: 100_000 }, (_, number) => `another ${number}`).filter((text) => set.has(text))
  assert.ok(falsePositives.length < 20, String(falsePositives.length))
})

test('texts of one character, and texts that differ in one character of many, have different fingerprints', () => {
  const set = new FingerprintSet()
  for (let code = 33; code < 127; code += 1) set.add(String.fromCharCode(code))
  assert.equal(set.size, 94)
  for (let place = 0; place < 200; place += 1) set.add(`${'x'.repeat(place)}y${'x'.repeat(199 - place)}`)
  assert.equal(set.size, 294)
})
