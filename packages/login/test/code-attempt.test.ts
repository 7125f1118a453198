// Codes of every kind share one count of each person.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { fromRequest } from '@symbolon/core-protocol'
import { attemptCode } from '../src/attempts/code-attempt.ts'
import type { CodeAttempt } from '../src/attempts/code-attempt.ts'
import { instancePolicy, issuer, openProvider } from './provider.ts'
import type { Provider } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
  await provider.put(instancePolicy('lockoutPolicy', { maxOtpAttempts: 7 }))
})
afterEach(async () => {
  await provider.close()
})

const holder = { id: 'ann', orgId: 'org-1' }

async function attempt(verify: () => Promise<boolean>, whenRight?: 'clear' | 'withdraw', of = holder): Promise<CodeAttempt> {
  const request = fromRequest(new Request(`${issuer}/ui/login/code`, { method: 'POST' }))
  return await attemptCode(of, request, verify, provider.context, whenRight)
}

const wrong = async (): Promise<boolean> => false
const right = async (): Promise<boolean> => true

test('OT-13 of 60 parallel guesses over three kinds of codes no more are verified than were counted', async () => {
  let verified = 0
  const guess = async (): Promise<boolean> => {
    verified++
    return false
  }
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => attempt(guess)))
  assert.ok(verified >= 1 && verified <= 5, `${verified} were verified`)
  assert.equal(outcomes.filter(({ kind }) => kind === 'wrong').length, verified)
})

test('OT-13 guesses wait after five, and are blocked after the number of the policy, whatever codes they are for', async () => {
  for (let count = 0; count < 5; count++) assert.deepEqual(await attempt(wrong), { kind: 'wrong', blocks: false })
  assert.deepEqual(await attempt(right), { kind: 'too_early', retryAfter: 1 })
  provider.wait(1000)
  assert.deepEqual(await attempt(wrong), { kind: 'wrong', blocks: false })
  provider.wait(2000)
  assert.deepEqual(await attempt(wrong), { kind: 'wrong', blocks: true })
  assert.deepEqual(await attempt(right), { kind: 'too_early', retryAfter: 900 })
  assert.deepEqual(await attempt(right, 'clear', { ...holder, id: 'bob' }), { kind: 'right' }, 'another person')
})

test('OT-13 a right code of a mail does not end the count of wrong codes', async () => {
  for (let count = 0; count < 4; count++) await attempt(wrong)
  assert.deepEqual(await attempt(right, 'withdraw'), { kind: 'right' })
  await attempt(wrong)
  assert.equal((await attempt(right)).kind, 'too_early')
  provider.wait(1000)
  assert.deepEqual(await attempt(right), { kind: 'right' })
  for (let count = 0; count < 5; count++) assert.equal((await attempt(wrong)).kind, 'wrong', 'the count starts from zero')
})
