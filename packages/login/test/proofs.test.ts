// What a session proves, and how fresh it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthenticationFactor } from '@symbolon/core-protocol'
import { freshness, hasFreshFirstFactor, isProven, proofsOf, withFactorsOf } from '../src/visit/proofs.ts'

const now = 1_000_000_000
const lifetime = freshness * 1000
const session = (...factors: readonly AuthenticationFactor[]) => ({
  id: 's',
  userId: 'u',
  authenticatedAt: 0,
  createdAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
  factors,
})

test('a proof is as old as its factor, and one of the future as old as one that is as far in the past', () => {
  const proofs = proofsOf(session({ method: 'pwd', at: now - 5 }, { method: 'otp', at: now + 7 }), now)
  assert.deepEqual(proofs, [
    { method: 'pwd', age: 5 },
    { method: 'otp', age: 7 },
  ])
})

test('a method is proven until its lifetime has passed', () => {
  for (const [age, expected] of [
    [0, true],
    [lifetime - 1, true],
    [lifetime, false],
    [-lifetime, false],
  ] as const) {
    const proofs = proofsOf(session({ method: 'pwd', at: now - age }), now)
    assert.equal(isProven(proofs, ['otp', 'pwd'], lifetime), expected, `${age}`)
    assert.equal(isProven(proofs, ['otp'], lifetime), false)
  }
  assert.equal(isProven([], ['pwd'], Number.POSITIVE_INFINITY), false)
})

test('a first factor of the last five minutes is fresh; a second factor alone never is', () => {
  for (const method of ['pwd', 'user', 'ext', 'otp', 'pop', 'recovery'] as const) {
    const isFirst = method === 'pwd' || method === 'user' || method === 'ext'
    assert.equal(hasFreshFirstFactor(session({ method, at: now - lifetime + 1 }), now), isFirst, method)
    assert.equal(hasFreshFirstFactor(session({ method, at: now - lifetime }), now), false, method)
  }
})

test('AC-01 neither the use of a session nor the renewal of its cookie makes it fresh', () => {
  const used = { ...session({ method: 'pwd', at: now - lifetime }), authenticatedAt: now, lastUsedAt: now, expiresAt: now + lifetime }
  assert.equal(hasFreshFirstFactor(used, now), false)
  assert.deepEqual(withFactorsOf(used, now - lifetime, now + lifetime).factors, [])
})
