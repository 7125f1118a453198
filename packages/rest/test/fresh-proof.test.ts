// Whose proof counts as fresh.
import type { User } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleProofOf } from '../src/fresh-proof.ts'

const now = 10_000_000
const userWith = (more: Partial<User>): User => ({ kind: 'human', secondFactors: [], ...more }) as User
const signedIn = (secondsAgo: number, acr: string): { readonly at: number; readonly amr: readonly string[]; readonly acr: string } => ({
  at: now - secondsAgo * 1000,
  amr: ['pwd'],
  acr,
})

test('a sign-in counts for five minutes, in both directions of a clock that was set', () => {
  for (const [secondsAgo, isFresh] of [
    [0, true],
    [299, true],
    [300, false],
    [-299, true],
    [-300, false],
  ] as const) {
    assert.equal(staleProofOf(userWith({}), signedIn(secondsAgo, '1'), now) === undefined, isFresh, String(secondsAgo))
  }
  assert.equal(staleProofOf(userWith({}), undefined, now)?.id, 'insufficient_user_authentication')
})

test('a person with a second factor must have used it', () => {
  const withApp = userWith({ secondFactors: ['otp'] })
  assert.equal(staleProofOf(withApp, signedIn(0, '1'), now)?.challenge['acr_values'], '2')
  assert.equal(staleProofOf(withApp, signedIn(0, '2'), now), undefined)
})

test('a person with a passkey must have used it', () => {
  assert.equal(staleProofOf(userWith({}), signedIn(0, '1'), now, true)?.challenge['acr_values'], '2')
  assert.equal(staleProofOf(userWith({}), signedIn(0, '2'), now, true), undefined)
})

test('a service user has no second proof to give', () => {
  assert.equal(staleProofOf(userWith({ kind: 'machine' }), undefined, now), undefined)
})
