// How fast passwords may be tried.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptDelay, isTooEarly } from '../src/attempt-delay.ts'

const rows: readonly [failedAttempts: number, stranger: number, knownBrowser: number][] = [
  [0, 0, 0], [1, 0, 0], [4, 0, 0],
  [5, 1_000, 1_000], [6, 2_000, 2_000], [7, 4_000, 4_000], [8, 8_000, 5_000], [10, 32_000, 5_000],
  [11, 60_000, 5_000], [100, 60_000, 5_000], [5_000, 60_000, 5_000],
]

for (const [failedAttempts, stranger, knownBrowser] of rows) {
  test(`after ${failedAttempts} wrong tries the next waits ${stranger} ms, in a known browser ${knownBrowser} ms`, () => {
    assert.equal(attemptDelay(failedAttempts, false), stranger)
    assert.equal(attemptDelay(failedAttempts, true), knownBrowser)
  })
}

test('the delay runs from the last try and ends exactly on time', () => {
  const tries = { failedAttempts: 6, lastAttemptAt: 10_000 }
  assert.equal(isTooEarly(tries, false, 10_000), true)
  assert.equal(isTooEarly(tries, false, 11_999), true)
  assert.equal(isTooEarly(tries, false, 12_000), false)
})

test('without a wrong try nothing is too early', () => {
  assert.equal(isTooEarly({ failedAttempts: 0 }, false, 0), false)
})

test('a last try in the future delays no longer than one in the past', () => {
  const tries = { failedAttempts: 6, lastAttemptAt: 3_600_000 }
  assert.equal(isTooEarly(tries, false, 3_599_000), true)
  assert.equal(isTooEarly(tries, false, 0), false)
})
