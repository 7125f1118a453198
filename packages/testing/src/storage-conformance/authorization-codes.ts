// Authorization codes. Each is redeemed once. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuthorizationCode } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const code: AuthorizationCode = {
  digest: 'd1',
  authorizationId: 'a1',
  clientId: 'c1',
  redirectUri: 'https://rp.test/cb?x=1',
  userId: 'u1',
  sessionId: 's1',
  scope: ['openid'],
  authenticatedAt: 500,
  amr: ['pwd'],
  acr: '1',
  issuedAt: 1000,
  expiresAt: 2000,
  rememberedUntil: 9000,
}

/** Registers the tests of the store `authorizationCodes`. @param open opens an empty storage with the named stores */
export function authorizationCodeTests(open: OpenFresh): void {
  describe('authorizationCodes', () => {
    test('redeems a code as it was stored', () =>
      withStores(open, ['authorizationCodes'], async ({ authorizationCodes }) => {
        const full: AuthorizationCode = {
          ...code,
          digest: 'd2',
          validity: 'v',
          nonce: 'n',
          codeChallenge: 'x',
          claims: { userinfo: { name: null }, id_token: { acr: { values: ['1'] } } },
        }
        await authorizationCodes.insert(code)
        await authorizationCodes.insert(full)
        assert.deepEqual(await authorizationCodes.consume('d1', 'c1', 1500), { outcome: 'consumed', code })
        assert.deepEqual(await authorizationCodes.consume('d2', 'c1', 1500), { outcome: 'consumed', code: full })
      }))

    test('exactly one of 100 concurrent calls redeems a code, and the others are told of the reuse', () =>
      withStores(open, ['authorizationCodes'], async ({ authorizationCodes }) => {
        await authorizationCodes.insert(code)
        const outcomes = (await together(100, () => authorizationCodes.consume('d1', 'c1', 1500))).map(({ outcome }) => outcome)
        assert.equal(outcomes.filter((outcome) => outcome === 'consumed').length, 1)
        assert.equal(outcomes.filter((outcome) => outcome === 'reused').length, 99)
      }))

    test('detects the reuse of an expired code for as long as it is remembered', () =>
      withStores(open, ['authorizationCodes'], async ({ authorizationCodes }) => {
        await authorizationCodes.insert(code)
        await authorizationCodes.consume('d1', 'c1', 1500)
        assert.deepEqual(await authorizationCodes.consume('d1', 'c1', 8999), { outcome: 'reused', code })
      }))

    test('a code is invalid from the millisecond of its expiry', () =>
      withStores(open, ['authorizationCodes'], async ({ authorizationCodes }) => {
        await authorizationCodes.insert(code)
        assert.deepEqual(await authorizationCodes.consume('d1', 'c1', 2000), { outcome: 'invalid' })
        assert.equal((await authorizationCodes.consume('d1', 'c1', 1999)).outcome, 'consumed')
      }))

    test('a code is unchanged when another client tries it', () =>
      withStores(open, ['authorizationCodes'], async ({ authorizationCodes }) => {
        await authorizationCodes.insert(code)
        assert.deepEqual(await authorizationCodes.consume('d1', 'c2', 1500), { outcome: 'invalid' })
        assert.equal((await authorizationCodes.consume('d1', 'c1', 1500)).outcome, 'consumed')
        assert.deepEqual(await authorizationCodes.consume('d1', 'c2', 1500), { outcome: 'invalid' })
        assert.deepEqual(await authorizationCodes.consume('unknown', 'c1', 1500), { outcome: 'invalid' })
      }))

    test('removes codes that are no longer remembered', () =>
      withStores(open, ['authorizationCodes'], async ({ authorizationCodes }) => {
        await authorizationCodes.insert(code)
        await authorizationCodes.insert({ ...code, digest: 'd2' })
        assert.equal(await authorizationCodes.deleteExpired(8999, 10), 0)
        assert.equal(await authorizationCodes.deleteExpired(9000, 1), 1)
        assert.equal(await authorizationCodes.deleteExpired(9000, 10), 1)
      }))
  })
}
