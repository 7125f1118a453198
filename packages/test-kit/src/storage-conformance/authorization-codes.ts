// Authorization codes. Each is redeemed once. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuthorizationCode, AuthorizationCodeRedemption, IssuanceOutcome, IssuanceStore } from '@symbolon/core-protocol'
import { authorizationCode } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const code = authorizationCode('d1', { redirectUri: 'https://rp.test/cb?x=1' })

function redeem(issuance: IssuanceStore, changed: Partial<AuthorizationCodeRedemption> = {}): Promise<IssuanceOutcome> {
  return issuance.commit({ redeems: { kind: 'code', digest: 'd1', clientId: 'c1', now: 1500, ...changed } })
}

/** Registers the tests of the store `authorizationCodes`. @param open opens an empty storage with the named stores */
export function authorizationCodeTests(open: OpenFresh): void {
  describe('authorizationCodes', () => {
    test('finds a code as it was stored, for its client, until it expires', () =>
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
        assert.deepEqual(await authorizationCodes.find({ digest: 'd1', clientId: 'c1', now: 1999 }), { code, redeemed: false })
        assert.deepEqual(await authorizationCodes.find({ digest: 'd2', clientId: 'c1', now: 1999 }), { code: full, redeemed: false })
        assert.equal(await authorizationCodes.find({ digest: 'd1', clientId: 'c1', now: 2000 }), undefined)
        assert.equal(await authorizationCodes.find({ digest: 'd1', clientId: 'c2', now: 1999 }), undefined)
        assert.equal(await authorizationCodes.find({ digest: 'd3', clientId: 'c1', now: 1999 }), undefined)
      }))

    test('exactly one of 100 concurrent calls redeems a code, and the others report the reuse', () =>
      withStores(open, ['authorizationCodes', 'issuance'], async ({ authorizationCodes, issuance }) => {
        await authorizationCodes.insert(code)
        const outcomes = await together(100, () => redeem(issuance))
        assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 1)
        assert.equal(outcomes.filter((outcome) => outcome === 'reused').length, 99)
      }))

    test('detects the reuse of an expired code for as long as it is remembered', () =>
      withStores(open, ['authorizationCodes', 'issuance'], async ({ authorizationCodes, issuance }) => {
        await authorizationCodes.insert(code)
        await redeem(issuance)
        for (const [now, found, outcome] of [
          [8999, { code, redeemed: true }, 'reused'],
          [9000, undefined, 'invalid'],
        ] as const) {
          assert.deepEqual(await authorizationCodes.find({ digest: 'd1', clientId: 'c1', now }), found)
          assert.equal(await redeem(issuance, { now }), outcome)
        }
      }))

    test('a code is invalid from the millisecond of its expiry', () =>
      withStores(open, ['authorizationCodes', 'issuance'], async ({ authorizationCodes, issuance }) => {
        await authorizationCodes.insert(code)
        assert.equal(await redeem(issuance, { now: 2000 }), 'invalid')
        assert.equal(await redeem(issuance, { now: 1999 }), 'issued')
      }))

    test('a code is unchanged when another client tries it', () =>
      withStores(open, ['authorizationCodes', 'issuance'], async ({ authorizationCodes, issuance }) => {
        await authorizationCodes.insert(code)
        assert.equal(await redeem(issuance, { clientId: 'c2' }), 'invalid')
        assert.equal(await redeem(issuance), 'issued')
        assert.equal(await redeem(issuance, { clientId: 'c2' }), 'invalid')
        assert.equal(await redeem(issuance, { digest: 'unknown' }), 'invalid')
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
