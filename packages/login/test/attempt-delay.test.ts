// How fast passwords and codes may be tried.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptDelay, remainingDelay } from '../src/attempt-delay.ts'

const rows: readonly [failedAttempts: number, stranger: number, knownBrowser: number, passwordHolder: number][] = [
  [0, 0, 0, 0], [1, 0, 0, 0], [4, 0, 0, 0],
  [5, 1_000, 1_000, 1_000], [6, 2_000, 2_000, 2_000], [7, 4_000, 4_000, 4_000], [8, 8_000, 5_000, 8_000], [10, 32_000, 5_000, 32_000],
  [11, 60_000, 5_000, 64_000], [13, 60_000, 5_000, 256_000], [14, 60_000, 5_000, 300_000], [5_000, 60_000, 5_000, 300_000],
]

for (const [failedAttempts, stranger, knownBrowser, passwordHolder] of rows) {
  test(`after ${failedAttempts} wrong tries the next waits ${stranger} ms, ${knownBrowser} in a known browser, ${passwordHolder} for a code`, () => {
    assert.equal(attemptDelay(failedAttempts, 'stranger'), stranger)
    assert.equal(attemptDelay(failedAttempts, 'knownBrowser'), knownBrowser)
    assert.equal(attemptDelay(failedAttempts, 'passwordHolder'), passwordHolder)
  })
}

test('the delay runs from the last try and ends exactly on time', () => {
  const tries = { failedAttempts: 6, lastAttemptAt: 10_000 }
  assert.equal(remainingDelay(tries, 'stranger', 10_000), 2_000)
  assert.equal(remainingDelay(tries, 'stranger', 11_999), 1)
  assert.equal(remainingDelay(tries, 'stranger', 12_000), 0)
})

test('without a wrong try nothing is too early', () => {
  assert.equal(remainingDelay({ failedAttempts: 0 }, 'stranger', 0), 0)
})

test('a last try in the future delays no longer than one in the past', () => {
  const tries = { failedAttempts: 6, lastAttemptAt: 3_600_000 }
  assert.equal(remainingDelay(tries, 'stranger', 3_599_000), 1_000)
  assert.equal(remainingDelay(tries, 'stranger', 0), 0)
})
