// Issued tokens: what was presented is redeemed and the rows of the tokens are stored, all of it or nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccessToken, Issuance, NewRefreshToken, RefreshTokenRotation, Stores } from '@symbolon/core-protocol'
import { withoutMemory } from './access-tokens.ts'
import { authorizationCode } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const code = authorizationCode('code', { scope: ['openid', 'offline_access'] })
const redeems = { kind: 'code', digest: 'code', clientId: 'c1', now: 1500 } as const
const rotation: RefreshTokenRotation = {
  kind: 'rotation',
  family: 'f0',
  clientId: 'c1',
  digest: 't0',
  successor: 't1',
  now: 1500,
  expiresAt: 3500,
  repeatableUntil: 1600,
}

function accessToken(number: number): AccessToken {
  const { authorizationId, clientId } = code
  const digest = `d${number}`
  return {
    id: digest,
    number,
    digest,
    authorizationId,
    clientId,
    subject: 'u1',
    scope: [],
    audience: ['c1'],
    issuedAt: 1000,
    expiresAt: 2000,
  }
}

function refreshToken(id: string): NewRefreshToken {
  const { authorizationId, clientId } = code
  const family = { id, authorizationId, clientId, subject: 'u1', scope: [], audience: ['c1'], issuedAt: 1000, endsAt: 9000 }
  return { family, digest: 't0', expiresAt: 3000, familiesKept: 1000 }
}

function tokens(index: number): Issuance {
  return { accessToken: accessToken(index), refreshToken: refreshToken(`f${index}`) }
}

const names = ['accessTokens', 'authorizationCodes', 'issuance', 'refreshTokens'] as const
type Named = Pick<Stores, (typeof names)[number]>

/** Whether the access token and the refresh token of an issuance are stored. */
async function stored({ accessTokens, refreshTokens }: Named, index: number): Promise<readonly boolean[]> {
  const [token, family] = await Promise.all([accessTokens.find(index), refreshTokens.find(`f${index}`, 1500)])
  return [token !== undefined, family !== undefined]
}

/** Registers the tests of the store `issuance`. @param open opens an empty storage with the named stores */
export function issuanceTests(open: OpenFresh): void {
  describe('issuance', () => {
    test('stores tokens without anything to redeem', () =>
      withStores(open, names, async (stores) => {
        assert.equal(await stores.issuance.commit(tokens(1)), 'issued')
        assert.deepEqual(await stored(stores, 1), [true, true])
        assert.equal(await stores.issuance.commit({}), 'issued')
      }))

    test('of 100 concurrent redemptions of a code one stores its tokens', () =>
      withStores(open, names, async (stores) => {
        await stores.authorizationCodes.insert(code)
        const outcomes = await together(100, (index) => stores.issuance.commit({ redeems, ...tokens(index) }))
        assert.deepEqual([...new Set(outcomes)].toSorted(), ['issued', 'reused'])
        const all = await together(100, (index) => stored(stores, index))
        assert.deepEqual(
          all,
          outcomes.map((outcome) => [outcome === 'issued', outcome === 'issued']),
        )
        assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 1)
      }))

    test('of 100 concurrent uses of a refresh token one rotates, and each stores its access token', () =>
      withStores(open, names, async (stores) => {
        await stores.issuance.commit(tokens(0))
        // They arrive one millisecond after another.
        const outcomes = await together(100, (index) =>
          stores.issuance.commit({ redeems: { ...rotation, now: rotation.now + index }, accessToken: accessToken(1000 + index) }),
        )
        assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 1)
        assert.equal(outcomes.filter((outcome) => outcome === 'repeated').length, 99)
        const found = await together(100, async (index) => await stores.accessTokens.find(1000 + index))
        assert.ok(found.every((token) => token !== undefined))
      }))

    test('stores nothing for what cannot be redeemed', () =>
      withStores(open, names, async (stores) => {
        await stores.authorizationCodes.insert(code)
        await stores.issuance.commit(tokens(0))
        await stores.issuance.commit({ redeems: rotation })
        for (const [refused, outcome] of [
          [{ ...redeems, digest: 'unknown' }, 'invalid'],
          [{ ...redeems, clientId: 'c2' }, 'invalid'],
          [{ ...redeems, now: 2000 }, 'invalid'],
          [{ ...rotation, family: 'unknown' }, 'invalid'],
          [{ ...rotation, clientId: 'c2' }, 'invalid'],
          [{ ...rotation, now: 1600 }, 'reused'],
          [{ ...rotation, digest: 'never issued' }, 'reused'],
        ] as const) {
          assert.equal(await stores.issuance.commit({ redeems: refused, ...tokens(1) }), outcome)
          assert.deepEqual(await stored(stores, 1), [false, false])
        }
      }))

    test('refuses a number that is taken, undoes the redemption, and keeps the first token', () =>
      withStores(open, names, async (stores) => {
        await stores.authorizationCodes.insert(code)
        const [first, second] = [accessToken(1), { ...accessToken(1), digest: 'another' }]
        assert.equal(await stores.issuance.commit({ accessToken: first }), 'issued')
        const outcomes = await Promise.all([
          stores.issuance.commit({ accessToken: second }),
          stores.issuance.commit({ redeems, accessToken: second, refreshToken: refreshToken('f1') }),
          stores.issuance.commit({ accessToken: accessToken(2) }),
        ])
        assert.deepEqual(outcomes, ['taken', 'taken', 'issued'])
        assert.deepEqual(withoutMemory(await stores.accessTokens.find(1)), first)
        assert.equal(await stores.refreshTokens.find('f1', 1500), undefined)
        assert.equal(await stores.issuance.commit({ redeems, accessToken: accessToken(3) }), 'issued')
        for (const number of [1, 2, 3]) assert.notEqual(await stores.accessTokens.find(number), undefined)
      }))

    test('of 100 concurrent issuances with the same use one stores its tokens, and a refused one redeems nothing', () =>
      withStores(open, [...names, 'assertionIds'], async (stores) => {
        await stores.authorizationCodes.insert(code)
        const uses = [
          { id: 'own', expiresAt: 5000 },
          { id: 'shared', expiresAt: 5000 },
        ]
        const outcomes = await together(100, (index) =>
          stores.issuance.commit({ uses: uses.map((use) => (use.id === 'own' ? { ...use, id: `own ${index}` } : use)), ...tokens(index) }),
        )
        const issued = outcomes.map((outcome) => outcome === 'issued')
        assert.equal(issued.filter(Boolean).length, 1)
        assert.deepEqual(
          outcomes.filter((outcome) => outcome !== 'issued'),
          Array.from({ length: 99 }, () => 'replayed shared'),
        )
        assert.deepEqual(
          await together(100, (index) => stored(stores, index)),
          issued.map((each) => [each, each]),
        )
        // Nothing of a refused issuance is used up.
        const [, second] = await together(2, async (index) => await stores.assertionIds.add(`own ${issued.indexOf(true) + index}`, 5000))
        assert.equal(second, true)
        assert.equal(await stores.issuance.commit({ redeems, uses, ...tokens(200) }), 'replayed shared')
        assert.equal(await stores.issuance.commit({ redeems, uses: uses.slice(0, 1), ...tokens(201) }), 'issued')
        // The copy of a request is a copy before it is the reuse of a code.
        assert.equal(await stores.issuance.commit({ redeems, uses: uses.slice(0, 1), ...tokens(202) }), 'replayed own')
      }))

    test('what cannot be redeemed, or has a number that is taken, uses nothing up', () =>
      withStores(open, [...names, 'assertionIds'], async (stores) => {
        const uses = [{ id: 'use', expiresAt: 5000 }]
        assert.equal(await stores.issuance.commit({ redeems, uses, ...tokens(0) }), 'invalid')
        assert.equal(await stores.issuance.commit({ accessToken: accessToken(1) }), 'issued')
        assert.equal(await stores.issuance.commit({ uses, accessToken: { ...accessToken(1), digest: 'another' } }), 'taken')
        assert.equal(await stores.issuance.commit({ uses }), 'issued')
        assert.equal(await stores.assertionIds.add('use', 5000), false)
        assert.equal(await stores.issuance.commit({ uses, accessToken: accessToken(2) }), 'replayed use')
        assert.equal(await stores.accessTokens.find(2), undefined)
      }))

    test('a row that cannot be stored undoes the redemption, and no other issuance', () =>
      withStores(open, names, async (stores) => {
        await stores.authorizationCodes.insert(code)
        await stores.issuance.commit(tokens(0))
        const twice: Issuance = { redeems, refreshToken: refreshToken('f0') }
        const settled = await Promise.allSettled([
          stores.issuance.commit(tokens(2)),
          stores.issuance.commit(twice),
          stores.issuance.commit({ redeems: rotation, accessToken: accessToken(3) }),
        ])
        assert.deepEqual(
          settled.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        )
        assert.deepEqual(await stored(stores, 1), [false, false])
        assert.deepEqual(await stored(stores, 2), [true, true])
        assert.notEqual(await stores.accessTokens.find(3), undefined)
        assert.equal(await stores.issuance.commit({ redeems, ...tokens(1) }), 'issued')
        assert.deepEqual(await stored(stores, 1), [true, true])
      }))
  })
}
