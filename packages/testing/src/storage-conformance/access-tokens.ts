// Opaque access tokens.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccessToken } from '@symbolon/core-protocol'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const token: AccessToken = {
  id: 'jti-1',
  digest: 'd1',
  authorizationId: 'a1',
  clientId: 'c1',
  subject: 'u1',
  scope: ['openid', 'email'],
  audience: ['c1', 'p1'],
  issuedAt: 1000,
  expiresAt: 2000,
}

/** Registers the tests of the store `accessTokens`. @param open opens an empty storage with the named stores */
export function accessTokenTests(open: OpenFresh): void {
  describe('accessTokens', () => {
    test('finds a token by its digest as it was stored', () =>
      withStores(open, ['accessTokens'], async ({ accessTokens }) => {
        const full: AccessToken = {
          ...token,
          digest: 'd2',
          id: 'jti-2',
          sessionId: 's1',
          userinfoClaims: ['name'],
          actor: { sub: 'u2', act: { sub: 'u3' } },
          authentication: { at: 900, amr: ['pwd'], acr: '1' },
          offlineUntil: 1_800_000_000_000,
          origin: { tokens: ['jti-0'], sessions: ['s0'], clients: ['c0'], personalAccessTokens: [] },
        }
        await accessTokens.insert(token)
        await accessTokens.insert(full)
        assert.deepEqual(await accessTokens.find('d1'), token)
        assert.deepEqual(await accessTokens.find('d2'), full)
        assert.equal(await accessTokens.find('d3'), undefined)
      }))

    test('removes expired tokens, oldest first, up to the limit', () =>
      withStores(open, ['accessTokens'], async ({ accessTokens }) => {
        for (const expiresAt of [3000, 1000, 2000]) await accessTokens.insert({ ...token, digest: `d${expiresAt}`, expiresAt })
        assert.equal(await accessTokens.deleteExpired(2000, 1), 1)
        assert.equal(await accessTokens.find('d1000'), undefined)
        assert.notEqual(await accessTokens.find('d2000'), undefined)
        // A token expires in the millisecond of its expiry.
        assert.equal(await accessTokens.deleteExpired(2000, 10), 1)
        assert.equal(await accessTokens.find('d2000'), undefined)
        assert.notEqual(await accessTokens.find('d3000'), undefined)
      }))

    test('stores tokens that are inserted concurrently', () =>
      withStores(open, ['accessTokens'], async ({ accessTokens }) => {
        const digests = Array.from({ length: 100 }, (_, index) => `p${index}`)
        await Promise.all(digests.map((digest) => accessTokens.insert({ ...token, digest })))
        for (const digest of digests) assert.equal((await accessTokens.find(digest))?.digest, digest)
      }))
  })
}
