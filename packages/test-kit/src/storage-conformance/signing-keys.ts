// Signing keys: of several processes that start or rotate at the same time, one inserts the key.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { undated } from '@symbolon/core-protocol'
import type { SigningKey } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function key(kid: string, more: Partial<SigningKey> = {}): SigningKey {
  return {
    kid,
    algorithm: 'RS256',
    publicJwk: { kty: 'RSA', n: 'x', e: 'AQAB' },
    sealedPrivateJwk: 'sealed',
    createdAt: 1000,
    activeFrom: 1000,
    tokenLifetime: 5000,
    keySetMaxAge: 300,
    ...more,
  }
}

function withoutPrivate({ sealedPrivateJwk, ...others }: SigningKey, more: Partial<SigningKey>): SigningKey {
  assert.notEqual(sealedPrivateJwk, undefined)
  return { ...others, ...more }
}

/** Registers the tests of the store `signingKeys`. @param open opens an empty storage with the named stores */
export function signingKeyTests(open: OpenFresh): void {
  describe('signingKeys', () => {
    test('lists keys as stored, for each algorithm the newest first', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        assert.equal(await signingKeys.insertFirst(key('k1')), true)
        assert.equal(await signingKeys.insertFirst(key('k2', { algorithm: 'ES256', activeFrom: 2000 })), true)
        assert.equal(await signingKeys.insertSuccessor(key('k3', { createdAt: 1, activeFrom: undated }), 'k1'), true)
        const keys = await signingKeys.list()
        const of = (algorithm: string): readonly SigningKey[] => keys.filter((each) => each.algorithm === algorithm)
        assert.deepEqual(of('RS256'), [key('k3', { createdAt: 1, activeFrom: undated }), key('k1')])
        assert.deepEqual(of('ES256'), [key('k2', { algorithm: 'ES256', activeFrom: 2000 })])
      }))

    test('inserts exactly one first key of an algorithm', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        const answers = await together(100, (index) => signingKeys.insertFirst(key(`k${index}`)))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.deepEqual(
          (await signingKeys.list()).map(({ kid }) => kid),
          [`k${answers.indexOf(true)}`],
        )
      }))

    test('inserts exactly one of 50 concurrent successors of a key', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('first'))
        await signingKeys.insertFirst(key('other', { algorithm: 'ES256' }))
        const answers = await together(50, (index) => signingKeys.insertSuccessor(key(`k${index}`), 'first'))
        assert.equal(answers.filter(Boolean).length, 1)
        const kids = (await signingKeys.list()).filter(({ algorithm }) => algorithm === 'RS256').map(({ kid }) => kid)
        assert.deepEqual(kids, [`k${answers.indexOf(true)}`, 'first'])
      }))

    test('inserts no successor of a key that has one, is unknown, or is of another algorithm', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('first'))
        assert.equal(await signingKeys.insertSuccessor(key('second'), 'first'), true)
        for (const after of ['first', 'unknown', '']) assert.equal(await signingKeys.insertSuccessor(key('third'), after), false)
        assert.equal(await signingKeys.insertSuccessor(key('third', { algorithm: 'ES256' }), 'second'), false)
        assert.equal((await signingKeys.list()).length, 2)
      }))

    test('the first activation time of a key is kept', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('first', { activeFrom: undated }))
        const answers = await together(20, (index) => signingKeys.setActiveFrom('first', 2000 + index))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.equal((await signingKeys.list())[0]?.activeFrom, 2000 + answers.indexOf(true))
        assert.equal(await signingKeys.setActiveFrom('unknown', 1), false)
      }))

    test('lifetimes are raised and never lowered, and those of retired keys stay', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('old'))
        await signingKeys.retire(['old'], 4000)
        await signingKeys.insertSuccessor(key('new'), 'old')
        await signingKeys.raiseLifetimes(7000, 200)
        await signingKeys.raiseLifetimes(6000, 400)
        const spans = (await signingKeys.list()).map(({ kid, tokenLifetime, keySetMaxAge }) => [kid, tokenLifetime, keySetMaxAge])
        assert.deepEqual(spans, [
          ['new', 7000, 400],
          ['old', 5000, 300],
        ])
      }))

    test('retiring deletes the private key, and the first time of retirement stays', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('old'))
        await signingKeys.insertSuccessor(key('new'), 'old')
        await signingKeys.retire(['old', 'unknown'], 4000)
        await signingKeys.retire(['old'], 5000)
        await signingKeys.retire([], 6000)
        await signingKeys.remove([])
        assert.deepEqual(await signingKeys.list(), [key('new'), withoutPrivate(key('old'), { retiredAt: 4000 })])
      }))

    test('one of many concurrent calls revokes a key and inserts its replacement', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('first'))
        await signingKeys.insertSuccessor(key('second'), 'first')
        const answers = await together(10, (index) => signingKeys.revoke('first', 4000 + index, key(`r${index}`)))
        const winner = answers.indexOf(true)
        assert.equal(answers.filter(Boolean).length, 1)
        const revoked = withoutPrivate(key('first'), { retiredAt: 4000 + winner, revokedAt: 4000 + winner })
        assert.deepEqual(await signingKeys.list(), [key(`r${winner}`), key('second'), revoked])
        assert.equal(await signingKeys.revoke('unknown', 1, key('never')), false)
        assert.equal((await signingKeys.list()).length, 3)
      }))

    test('a retired key is revoked without a replacement', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('old'))
        await signingKeys.insertSuccessor(key('new'), 'old')
        await signingKeys.retire(['old'], 4000)
        assert.equal(await signingKeys.revoke('old', 5000, undefined), true)
        const revoked = withoutPrivate(key('old'), { retiredAt: 4000, revokedAt: 5000 })
        assert.deepEqual(await signingKeys.list(), [key('new'), revoked])
      }))

    test('concurrent rotations and revocations give each key a unique number', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('first'))
        const [revoked, ...rotated] = await Promise.all([
          signingKeys.revoke('first', 4000, key('replacement')),
          ...Array.from({ length: 10 }, (_, index) => signingKeys.insertSuccessor(key(`k${index}`), 'first')),
        ])
        assert.equal(revoked, true)
        const made = rotated.filter(Boolean).length
        assert.ok(made <= 1)
        const kids = (await signingKeys.list()).map(({ kid }) => kid)
        assert.equal(kids.length, 2 + made)
        assert.equal(kids[0], 'replacement')
      }))

    test('deletes retired keys only', () =>
      withStores(open, ['signingKeys'], async ({ signingKeys }) => {
        await signingKeys.insertFirst(key('old'))
        await signingKeys.insertSuccessor(key('new'), 'old')
        await signingKeys.retire(['old'], 4000)
        await signingKeys.remove(['old', 'new', 'unknown'])
        assert.deepEqual(
          (await signingKeys.list()).map(({ kid }) => kid),
          ['new'],
        )
      }))
  })
}
