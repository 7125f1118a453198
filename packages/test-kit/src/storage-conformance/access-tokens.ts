// Opaque access tokens.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccessToken, FoundAccessToken } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const token: AccessToken = {
  id: 'jti-1',
  number: 1,
  digest: 'd1',
  authorizationId: 'a1',
  clientId: 'c1',
  subject: 'u1',
  scope: ['openid', 'email'],
  audience: ['c1', 'p1'],
  issuedAt: 1000,
  expiresAt: 2000,
}

const full: AccessToken = {
  ...token,
  number: Number.MAX_SAFE_INTEGER,
  digest: 'd2',
  id: 'jti-2',
  sessionId: 's1',
  userinfoClaims: ['name'],
  actor: { sub: 'u2', act: { sub: 'u3' } },
  authentication: { at: 900, amr: ['pwd'], acr: '1' },
  offlineUntil: 1_800_000_000_000,
  origin: { tokens: ['jti-0'], sessions: ['s0'], clients: ['c0'], personalAccessTokens: [] },
}

/** Without what only the memory of the store adds. */
export function withoutMemory(found: FoundAccessToken | undefined): AccessToken | undefined {
  if (found === undefined) return undefined
  const { isKept: _, ...token } = found
  return token
}

/** Registers the tests of the store `accessTokens`. @param open opens an empty storage with the named stores */
export function accessTokenTests(open: OpenFresh): void {
  describe('accessTokens', () => {
    test('finds a token by its number as it was stored', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        assert.equal(await issuance.commit({ accessToken: token }), 'issued')
        assert.equal(await issuance.commit({ accessToken: full }), 'issued')
        for (const round of ['first', 'second']) {
          assert.deepEqual(withoutMemory(await accessTokens.find(1)), token, round)
          assert.deepEqual(withoutMemory(await accessTokens.find(Number.MAX_SAFE_INTEGER)), full, round)
          assert.equal(await accessTokens.find(0), undefined, round)
        }
        assert.equal(await accessTokens.findByDigest('d1'), undefined, 'the digest is not a name of the token')
      }))

    test('does not change with the object that was inserted', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        const scope = ['openid']
        await issuance.commit({ accessToken: { ...token, scope } })
        scope.push('urn:symbolon:iam:org:project:id:symbolon:aud')
        assert.deepEqual((await accessTokens.find(1))?.scope, ['openid'])
      }))

    test('refuses a number that is taken, and keeps the first token', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        assert.equal(await issuance.commit({ accessToken: token }), 'issued')
        assert.equal(await issuance.commit({ accessToken: { ...full, number: 1 } }), 'taken')
        assert.deepEqual(withoutMemory(await accessTokens.find(1)), token)
      }))

    test('stores one of several tokens that are inserted concurrently with one number', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        const stored = await together(100, (index) =>
          issuance.commit({ accessToken: { ...token, number: index % 10, digest: `p${index}` } }),
        )
        const winners = stored.flatMap((each, index) => (each === 'issued' ? [index] : []))
        assert.equal(winners.length, 10)
        for (const index of winners) assert.equal((await accessTokens.find(index % 10))?.digest, `p${index}`)
      }))

    test('stores tokens that are inserted concurrently, in any order of their numbers', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        const numbers = Array.from({ length: 100 }, (_, index) => (index * 37) % 100)
        assert.deepEqual(
          await Promise.all(numbers.map((number) => issuance.commit({ accessToken: { ...token, number, digest: `p${number}` } }))),
          numbers.map(() => 'issued'),
        )
        for (const number of numbers) assert.equal((await accessTokens.find(number))?.digest, `p${number}`)
      }))

    test('removes expired tokens, oldest first, up to the limit', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        for (const expiresAt of [3000, 1000, 2000]) await issuance.commit({ accessToken: { ...token, number: expiresAt, expiresAt } })
        assert.equal(await accessTokens.deleteExpired(2000, 1), 1)
        assert.equal(await accessTokens.find(1000), undefined)
        assert.notEqual(await accessTokens.find(2000), undefined)
        // A token expires in the millisecond of its expiry.
        assert.equal(await accessTokens.deleteExpired(2000, 10), 1)
        assert.equal(await accessTokens.find(2000), undefined)
        assert.notEqual(await accessTokens.find(3000), undefined)
        assert.equal(await accessTokens.deleteExpired(2000, 10), 0)
      }))

    test('removes no token that has not expired, and in the end every token, whatever their lifetimes', () =>
      withStores(open, ['accessTokens', 'issuance'], async ({ accessTokens, issuance }) => {
        const expiries = [1000, 5000, 1000, 3000, 2000]
        for (const [number, expiresAt] of expiries.entries()) await issuance.commit({ accessToken: { ...token, number, expiresAt } })
        for (const now of [1000, 2000, 3000, 4000]) {
          while ((await accessTokens.deleteExpired(now, 2)) > 0);
          for (const [number, expiresAt] of expiries.entries()) {
            if (expiresAt > now) assert.equal((await accessTokens.find(number))?.expiresAt, expiresAt, `${number} at ${now}`)
          }
        }
        while ((await accessTokens.deleteExpired(5000, 2)) > 0);
        for (const number of expiries.keys()) assert.equal(await accessTokens.find(number), undefined)
      }))
  })
}
