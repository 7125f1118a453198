// Signing keys: of several processes that start at once, one makes the first key.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SigningKey } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function key(kid: string, more: Partial<SigningKey> = {}): SigningKey {
  return {
    kid, algorithm: 'RS256', publicJwk: { kty: 'RSA', n: 'x', e: 'AQAB' }, sealedPrivateJwk: 'sealed', createdAt: 1000,
    activeFrom: 1000, ...more,
  }
}

export function signingKeyPromises(open: OpenFresh): void {
  describe('signingKeys', () => {
    test('lists keys as they were stored, the newest first', () => withStores(open, ['signingKeys'], async ({ signingKeys }) => {
      assert.equal(await signingKeys.insertFirst(key('k1')), true)
      assert.equal(await signingKeys.insertFirst(key('k2', { algorithm: 'ES256', activeFrom: 2000, retiredAt: 5000 })), true)
      assert.deepEqual(await signingKeys.list(), [key('k2', { algorithm: 'ES256', activeFrom: 2000, retiredAt: 5000 }), key('k1')])
    }))

    test('makes exactly one first key of an algorithm', () => withStores(open, ['signingKeys'], async ({ signingKeys }) => {
      const answers = await together(100, (index) => signingKeys.insertFirst(key(`k${index}`)))
      assert.equal(answers.filter(Boolean).length, 1)
      assert.deepEqual((await signingKeys.list()).map(({ kid }) => kid), [`k${answers.indexOf(true)}`])
    }))
  })
}
