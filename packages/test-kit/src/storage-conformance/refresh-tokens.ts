// Refresh tokens. A family has one valid token at a time. https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IssuanceOutcome, IssuanceStore, RefreshTokenFamily, RefreshTokenRotation } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const family: RefreshTokenFamily = {
  id: 'f1',
  authorizationId: 'a1',
  clientId: 'c1',
  subject: 'u1',
  scope: ['openid', 'offline_access'],
  audience: ['c1', 'p1'],
  issuedAt: 1000,
  endsAt: 9000,
}
const first = { digest: 'd1', expiresAt: 3000 }
/** The first token is used at 1500 and can be repeated until 1600. */
const rotation: RefreshTokenRotation = {
  kind: 'rotation',
  family: 'f1',
  clientId: 'c1',
  digest: 'd1',
  successor: 'd2',
  now: 1500,
  expiresAt: 3500,
  repeatableUntil: 1600,
}
const next: RefreshTokenRotation = { ...rotation, digest: 'd2', successor: 'd3', now: 1510, repeatableUntil: 1610 }

async function insert(
  issuance: IssuanceStore,
  inserted: RefreshTokenFamily,
  token: { readonly digest: string; readonly expiresAt: number },
  familiesKept = 1000,
): Promise<void> {
  assert.equal(await issuance.commit({ refreshToken: { family: inserted, ...token, familiesKept } }), 'issued')
}

function rotate(issuance: IssuanceStore, redeems: RefreshTokenRotation): Promise<IssuanceOutcome> {
  return issuance.commit({ redeems })
}

/** Registers the tests of the store `refreshTokens`. @param open opens an empty storage with the named stores */
export function refreshTokenTests(open: OpenFresh): void {
  describe('refreshTokens', () => {
    test('finds a family as it was stored, until its token expires', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        const full: RefreshTokenFamily = {
          ...family,
          id: 'f2',
          validity: 'v',
          authentication: { at: 500, amr: ['pwd'], acr: '1', sessionId: 's1' },
          claims: { userinfo: { name: null }, id_token: { acr: { values: ['1'] } } },
          actor: { sub: 'u2', act: { sub: 'u3', iss: 'i' } },
          origin: { tokens: ['jti-0'], sessions: [], clients: ['c0'], personalAccessTokens: ['p0'] },
        }
        await insert(issuance, family, first)
        await insert(issuance, full, { ...first, digest: 'd2' })
        assert.deepEqual(await refreshTokens.find('f1', 2999), family)
        assert.deepEqual(await refreshTokens.find('f2', 2999), full)
        assert.equal(await refreshTokens.find('f1', 3000), undefined)
        assert.equal(await refreshTokens.find('f3', 1000), undefined)
      }))

    test('keeps the families of a subject at a client that expire last, and touches no others', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        await insert(issuance, { ...family, id: 'f1' }, { digest: 'd1', expiresAt: 3000 })
        await insert(issuance, { ...family, id: 'f2' }, { digest: 'd1', expiresAt: 2500 })
        await insert(issuance, { ...family, id: 'f4', clientId: 'c2' }, { digest: 'd1', expiresAt: 2200 })
        await insert(issuance, { ...family, id: 'f5', subject: 'u2' }, { digest: 'd1', expiresAt: 2200 })
        // A family that is used gets a later expiry.
        assert.equal(await rotate(issuance, { ...rotation, family: 'f2', expiresAt: 5000 }), 'issued')
        await insert(issuance, { ...family, id: 'f3' }, { digest: 'd1', expiresAt: 4000 }, 2)
        const found = await Promise.all(['f1', 'f2', 'f3', 'f4', 'f5'].map(async (id) => (await refreshTokens.find(id, 2000))?.id))
        assert.deepEqual(found, [undefined, 'f2', 'f3', 'f4', 'f5'])
      }))

    test('of concurrent insertions those stay that expire last', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        await together(20, (index) => insert(issuance, { ...family, id: `g${index}` }, { digest: 'd1', expiresAt: 3000 + index }, 2))
        const found = await together(20, async (index) => (await refreshTokens.find(`g${index}`, 2000))?.id)
        assert.deepEqual(
          found.filter((id) => id !== undefined),
          ['g18', 'g19'],
        )
      }))

    test('exactly one of 100 concurrent uses rotates, and the others repeat', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance }) => {
        await insert(issuance, family, first)
        const outcomes = await together(100, () => rotate(issuance, rotation))
        assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 1)
        assert.equal(outcomes.filter((outcome) => outcome === 'repeated').length, 99)
        assert.equal(await rotate(issuance, next), 'issued')
      }))

    test('one of many different successors wins, so that a family never has two valid tokens', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance }) => {
        await insert(issuance, family, first)
        const outcomes = await together(50, (index) => rotate(issuance, { ...rotation, successor: `s${index}` }))
        const live: number[] = []
        for (const index of outcomes.keys()) {
          if ((await rotate(issuance, { ...next, digest: `s${index}`, successor: `t${index}`, now: 1510 })) === 'issued') live.push(index)
        }
        assert.deepEqual(live, [outcomes.indexOf('issued')])
      }))

    test('repeats until the millisecond in which the interval ends', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance }) => {
        await insert(issuance, family, first)
        assert.equal(await rotate(issuance, rotation), 'issued')
        assert.equal(await rotate(issuance, { ...rotation, now: 1599, repeatableUntil: 1699 }), 'repeated')
        // A repetition does not extend the interval.
        assert.equal(await rotate(issuance, { ...rotation, now: 1600 }), 'reused')
      }))

    test('reports a reuse once the successor was used, however old the token is', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance }) => {
        await insert(issuance, family, first)
        assert.equal(await rotate(issuance, rotation), 'issued')
        assert.equal(await rotate(issuance, next), 'issued')
        assert.equal(await rotate(issuance, { ...rotation, now: 1511 }), 'reused')
        assert.equal(await rotate(issuance, { ...next, digest: 'd3', successor: 'd4', now: 1520 }), 'issued')
        assert.equal(await rotate(issuance, { ...rotation, now: 3000 }), 'reused')
        assert.equal(await rotate(issuance, { ...next, now: 3000 }), 'reused')
      }))

    test('a token a code is invalid from the millisecond of its expiry, and its successor has its own expiry', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        await insert(issuance, family, first)
        assert.equal(await rotate(issuance, { ...rotation, now: 3000 }), 'invalid')
        assert.equal(await rotate(issuance, { ...rotation, now: 2999, expiresAt: 5000 }), 'issued')
        assert.notEqual(await refreshTokens.find('f1', 4999), undefined)
        assert.equal(await rotate(issuance, { ...next, now: 5000 }), 'invalid')
        assert.equal(await rotate(issuance, { ...next, now: 4999 }), 'issued')
      }))

    test('a token is unchanged when another client tries it', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance }) => {
        await insert(issuance, family, first)
        assert.equal(await rotate(issuance, { ...rotation, clientId: 'c2' }), 'invalid')
        assert.equal(await rotate(issuance, { ...rotation, family: 'f2' }), 'invalid')
        assert.equal(await rotate(issuance, rotation), 'issued')
        assert.equal(await rotate(issuance, { ...rotation, clientId: 'c2' }), 'invalid')
        assert.equal(await rotate(issuance, next), 'issued')
      }))

    test('removes families whose valid token has expired, oldest first', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        await insert(issuance, family, first)
        await insert(issuance, { ...family, id: 'f2' }, { digest: 'e1', expiresAt: 2000 })
        assert.equal(await refreshTokens.deleteExpired(1999, 10), 0)
        assert.equal(await refreshTokens.deleteExpired(3000, 1), 1)
        assert.notEqual(await refreshTokens.find('f1', 1999), undefined)
        assert.equal(await refreshTokens.deleteExpired(3000, 10), 1)
        assert.equal(await refreshTokens.find('f1', 1999), undefined)
      }))

    test('lists the live families of a subject, the newest first', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        await insert(issuance, family, first)
        await insert(issuance, { ...family, id: 'f2', clientId: 'c2', issuedAt: 2000 }, { digest: 'd2', expiresAt: 4000 })
        await insert(issuance, { ...family, id: 'f3', subject: 'u2' }, { digest: 'd3', expiresAt: 4000 })
        const idsAt = async (now: number, limit = 10): Promise<readonly string[]> =>
          (await refreshTokens.listOfSubject('u1', now, limit)).map(({ id }) => id)
        assert.deepEqual(await idsAt(2500), ['f2', 'f1'])
        assert.deepEqual(await idsAt(2500, 1), ['f2'])
        assert.deepEqual(await idsAt(3000), ['f2'])
        assert.deepEqual(await refreshTokens.listOfSubject('u1', 2500, 1), [{ ...family, id: 'f2', clientId: 'c2', issuedAt: 2000 }])
      }))

    test('removes every family of a subject at a client while tokens are rotated: none is left', () =>
      withStores(open, ['issuance', 'refreshTokens'], async ({ issuance, refreshTokens }) => {
        for (let index = 0; index < 10; index++) {
          await insert(issuance, { ...family, id: `f${index}`, authorizationId: `a${index}` }, { digest: `d${index}`, expiresAt: 3000 })
        }
        await insert(issuance, { ...family, id: 'other', clientId: 'c2' }, { digest: 'o', expiresAt: 3000 })
        await insert(issuance, { ...family, id: 'else', subject: 'u2' }, { digest: 'e', expiresAt: 3000 })
        const removed = await together(20, async (index) =>
          index === 10
            ? await refreshTokens.removeOfSubject('u1', 'c1')
            : [await rotate(issuance, { ...rotation, family: `f${index % 10}`, digest: `d${index % 10}`, successor: `s${index}` })].slice(
                1,
              ),
        )
        assert.deepEqual(
          removed.flat().toSorted(),
          Array.from({ length: 10 }, (_, index) => `a${index}`),
        )
        assert.deepEqual(
          (await refreshTokens.listOfSubject('u1', 1500, 100)).map(({ id }) => id),
          ['other'],
        )
        assert.equal((await refreshTokens.listOfSubject('u2', 1500, 100)).length, 1)
        assert.deepEqual(await refreshTokens.removeOfSubject('u1', 'c1'), [])
        assert.equal((await refreshTokens.removeOfSubject('u1')).length, 1)
        assert.deepEqual(await refreshTokens.listOfSubject('u1', 1500, 100), [])
        assert.equal((await refreshTokens.listOfSubject('u2', 1500, 100)).length, 1)
      }))
  })
}
