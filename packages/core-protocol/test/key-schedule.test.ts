// The life of signing keys, stage by stage.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueChanges, freshness, maySign, publicationLead, published, publishedUntil, signingKeyAt, stateOf } from '../src/keys/schedule.ts'
import type { KeyPolicy } from '../src/keys/schedule.ts'
import { undated } from '../src/ports/signing-key.ts'
import type { SigningKey } from '../src/ports/signing-key.ts'

const day = 86_400_000
const policy: KeyPolicy = { rotationInterval: 1_000_000, maxAge: 300_000, tokenLifetime: 40_000, clockSkew: 10_000 }

function key(kid: string, more: Partial<SigningKey> = {}): SigningKey {
  return {
    kid,
    algorithm: 'RS256',
    publicJwk: {},
    sealedPrivateJwk: 'sealed',
    createdAt: 0,
    activeFrom: 0,
    tokenLifetime: policy.tokenLifetime,
    keySetMaxAge: policy.maxAge,
    ...more,
  }
}

const old = key('old')
const next = key('next', { createdAt: 1_000_000, activeFrom: 1_315_000 })
const pair = [next, old]
/** next.activeFrom + clock skew + freshness + token lifetime + max-age */
const end = 1_315_000 + 10_000 + 1000 + 40_000 + 300_000

test('a key is published for the max-age of the key set, the freshness of other processes and the clock skew before it signs', () => {
  assert.equal(publicationLead([old], policy), 300_000 + 1000 + 10_000)
  assert.equal(freshness(300_000), 1000)
  assert.equal(freshness(500), 500, 'clients that ask twice a second are not answered from an older list')
})

test('the lead follows the longest max-age that any process gave out', () => {
  assert.equal(publicationLead([key('old', { keySetMaxAge: 900_000 })], policy), 900_000 + 1000 + 10_000)
  assert.equal(publicationLead([key('old', { keySetMaxAge: 900_000, retiredAt: 1 }), old], policy), 300_000 + 1000 + 10_000)
})

for (const [now, signs, oldState, nextState] of [
  [1_000_000, 'old', 'active', 'next'],
  [1_314_999, 'old', 'active', 'next'],
  [1_315_000, 'next', 'superseded', 'active'],
  [9_000_000, 'next', 'superseded', 'active'],
] as const) {
  test(`at ${now} the ${signs} key signs, and both are published`, () => {
    assert.equal(signingKeyAt(pair, 'RS256', now)?.kid, signs)
    assert.deepEqual(published(pair), pair)
    assert.equal(stateOf(old, pair, now), oldState)
    assert.equal(stateOf(next, pair, now), nextState)
  })
}

test('an undated key never signs while there is another', () => {
  const keys = [key('new', { createdAt: 5, activeFrom: undated }), old]
  assert.equal(signingKeyAt(keys, 'RS256', Number.MAX_SAFE_INTEGER / 2)?.kid, 'old')
  assert.equal(publishedUntil(old, keys, policy), undated)
})

test('where no date has come yet the earliest key signs: a clock that is behind never leaves nothing to sign with', () => {
  assert.equal(
    signingKeyAt(
      pair.map((each) => ({ ...each, activeFrom: each.activeFrom + 5000 })),
      'RS256',
      0,
    )?.kid,
    'old',
  )
  assert.equal(signingKeyAt([], 'RS256', 0), undefined)
})

test('a key of another algorithm changes nothing', () => {
  const keys = [key('es', { algorithm: 'ES256', activeFrom: 500 }), ...pair]
  assert.equal(signingKeyAt(keys, 'RS256', 600)?.kid, 'old')
  assert.equal(publishedUntil(old, keys, policy), end)
  assert.equal(publishedUntil(keys[0] ?? old, keys, policy), undated)
})

test('the successor is due one interval after the key was made, once for each algorithm', () => {
  const keys = [key('es', { algorithm: 'ES256', createdAt: 1 }), old]
  assert.deepEqual(dueChanges(keys, policy, 999_999).successors, [])
  assert.deepEqual(dueChanges(keys, policy, 1_000_000).successors, [{ algorithm: 'RS256', afterKid: 'old' }])
  assert.deepEqual(dueChanges(keys, policy, 1_000_001).successors, [
    { algorithm: 'RS256', afterKid: 'old' },
    { algorithm: 'ES256', afterKid: 'es' },
  ])
  assert.deepEqual(dueChanges(pair, policy, 1_999_999).successors, [], 'the successor is there')
})

test('after a revocation the successor follows the last key that was inserted, whatever became of it', () => {
  const keys = [key('revoked', { createdAt: 900_000, retiredAt: 950_000, revokedAt: 950_000 }), old]
  assert.deepEqual(dueChanges(keys, policy, 1_000_000).successors, [{ algorithm: 'RS256', afterKid: 'revoked' }])
})

test('a schedule that outruns the lifetimes of tokens waits with 20 keys published', () => {
  const keys = Array.from({ length: 20 }, (_, index) => key(`k${index}`, { activeFrom: index, createdAt: index })).toReversed()
  assert.deepEqual(dueChanges(keys, policy, 2_000_000).successors, [])
  assert.equal(dueChanges(keys.slice(1), policy, 2_000_000).successors.length, 1)
})

test('the old key is retired when its last token has expired and every cached key set has', () => {
  assert.equal(publishedUntil(old, pair, policy), end)
  assert.deepEqual(dueChanges(pair, policy, end - 1).retire, [])
  assert.deepEqual(dueChanges(pair, policy, end).retire, ['old'])
  assert.deepEqual(dueChanges([key('long', { tokenLifetime: 50_000 }), next], policy, end).retire, [], 'its own tokens lived longer')
})

test('the last key of an algorithm is never retired', () => {
  assert.deepEqual(dueChanges([old], { ...policy, rotationInterval: 400 * day }, 300 * day).retire, [])
})

test('a retired key is kept for 90 days, then removed', () => {
  const keys = [next, key('old', { retiredAt: 2_000_000 })]
  assert.deepEqual(dueChanges(keys, policy, 2_000_000 + 90 * day - 1).remove, [])
  assert.deepEqual(dueChanges(keys, policy, 2_000_000 + 90 * day).remove, ['old'])
  assert.deepEqual(published(keys), [next])
})

test('retired and revoked keys are distinguished', () => {
  const retired = key('retired', { retiredAt: 1 })
  const revoked = key('revoked', { retiredAt: 1, revokedAt: 2 })
  assert.equal(stateOf(retired, [next, retired, revoked], 5), 'retired')
  assert.equal(stateOf(revoked, [next, retired, revoked], 5), 'revoked')
})

for (const [kid, now, may] of [
  ['next', 1_315_000 - 10_001, false],
  ['next', 1_315_000 - 10_000, true],
  ['old', 1_315_000 + 10_999, true],
  ['old', 1_315_000 + 11_000, false],
] as const) {
  test(`at ${now} some process ${may ? 'may' : 'cannot'} sign with the ${kid} key, whatever its clock and its list`, () => {
    assert.equal(maySign(kid === 'old' ? old : next, pair, policy, now), may)
  })
}
