// Delays and blocks after failed attempts to give a password or a code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { LoginPolicy } from '@symbolon/core-protocol'
import {
  codeRules,
  countedAttempts,
  knownBrowserAttempts,
  knownBrowserRules,
  remainingDelay,
  unknownBrowserRules,
} from '../src/attempts/attempt-rules.ts'

const policy = (numbers: Partial<LoginPolicy>): LoginPolicy => ({
  ...defaultLoginPolicy,
  maxPasswordAttempts: 0,
  maxOtpAttempts: 0,
  ...numbers,
})
const minutes = 60_000
const at = 1_000_000_000

const rows: readonly [failedAttempts: number, unknownBrowser: number, knownBrowser: number, code: number][] = [
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [4, 0, 0, 0],
  [5, 1_000, 1_000, 1_000],
  [6, 2_000, 2_000, 2_000],
  [8, 8_000, 8_000, 8_000],
  [10, 32_000, 32_000, 32_000],
  [11, 60_000, 60_000, 64_000],
  [13, 60_000, 60_000, 256_000],
  [14, 60_000, 60_000, 300_000],
  [5_000, 60_000, 60_000, 300_000],
]
for (const [failedAttempts, unknownBrowser, knownBrowser, code] of rows) {
  test(`after ${failedAttempts} failed attempts the delay is ${unknownBrowser} ms, ${knownBrowser} ms in a known browser, and ${code} ms for a code`, () => {
    const count = { failedAttempts, lastAttemptAt: at }
    assert.equal(remainingDelay(count, unknownBrowserRules(policy({})), at), unknownBrowser)
    assert.equal(remainingDelay(count, knownBrowserRules, at), knownBrowser)
    assert.equal(remainingDelay(count, codeRules(policy({})), at), code)
  })
}

test('the policy’s number blocks attempts in unknown browsers for 15 minutes, and then the failed attempts are forgotten', () => {
  for (const number of [1, 3, 5, 10]) {
    const rules = unknownBrowserRules(policy({ maxPasswordAttempts: number }))
    const count = { failedAttempts: number, lastAttemptAt: at }
    assert.ok(remainingDelay({ ...count, failedAttempts: number - 1 }, rules, at) <= 60_000)
    assert.equal(remainingDelay(count, rules, at), 15 * minutes)
    assert.equal(remainingDelay(count, rules, at + 15 * minutes - 1), 1)
    assert.equal(remainingDelay(count, rules, at + 15 * minutes), 0)
    assert.equal(countedAttempts(count, rules, at + 15 * minutes - 1), number)
    assert.equal(countedAttempts(count, rules, at + 15 * minutes), 0)
  }
})

test('OT-04 failed codes are never forgotten: after the policy’s number each further attempt waits for 15 minutes', () => {
  const rules = codeRules(policy({ maxOtpAttempts: 3 }))
  for (const failedAttempts of [3, 4, 100]) {
    assert.equal(remainingDelay({ failedAttempts, lastAttemptAt: at }, rules, at), 15 * minutes)
    assert.equal(countedAttempts({ failedAttempts, lastAttemptAt: at }, rules, at + 365 * 86_400_000), failedAttempts)
  }
})

test('a known browser has as many attempts as the policy says, and ten without a number in the policy', () => {
  assert.equal(knownBrowserAttempts(0), 10)
  assert.equal(knownBrowserAttempts(3), 3)
})

test('the delay starts at the last failed attempt and ends exactly on time', () => {
  const count = { failedAttempts: 6, lastAttemptAt: 10_000 }
  assert.equal(remainingDelay(count, knownBrowserRules, 10_000), 2_000)
  assert.equal(remainingDelay(count, knownBrowserRules, 11_999), 1)
  assert.equal(remainingDelay(count, knownBrowserRules, 12_000), 0)
})

test('without a failed attempt there is no delay', () => {
  assert.equal(remainingDelay(undefined, knownBrowserRules, 0), 0)
  assert.equal(remainingDelay({ failedAttempts: 0 }, knownBrowserRules, 0), 0)
})

test('a last attempt in the future delays no longer than one in the past', () => {
  const count = { failedAttempts: 6, lastAttemptAt: 3_600_000 }
  assert.equal(remainingDelay(count, knownBrowserRules, 3_599_000), 1_000)
  assert.equal(remainingDelay(count, knownBrowserRules, 0), 0)
})
