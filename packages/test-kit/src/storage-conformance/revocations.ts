// Revoked identifiers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of the store `revocations`. @param open opens an empty storage with the named stores */
export function revocationTests(open: OpenFresh): void {
  describe('revocations', () => {
    test('finds revoked identifiers', () =>
      withStores(open, ['revocations'], async ({ revocations }) => {
        await revocations.add(['a', 'b', 'a'], 1000)
        assert.equal(await revocations.includesAny(['x', 'b']), true)
        assert.equal(await revocations.includesAny(['x', 'y']), false)
        assert.equal(await revocations.includesAny([]), false)
        await revocations.add([], 1000)
      }))

    test('a repeated revocation extends the expiry and never shortens it', () =>
      withStores(open, ['revocations'], async ({ revocations }) => {
        await revocations.add(['a'], 1000)
        await revocations.add(['a'], 3000)
        await revocations.add(['a'], 2000)
        assert.equal(await revocations.deleteExpired(2999, 10), 0)
        assert.equal(await revocations.includesAny(['a']), true)
        assert.equal(await revocations.deleteExpired(3000, 10), 1)
        assert.equal(await revocations.includesAny(['a']), false)
      }))

    test('one of several concurrent revocations returns that the identifier was not revoked before', () =>
      withStores(open, ['revocations'], async ({ revocations }) => {
        assert.deepEqual(await revocations.add(['a', 'a', 'b'], 1000), ['a', 'b'])
        assert.deepEqual(await revocations.add(['b', 'c'], 2000), ['c'])
        assert.deepEqual(await revocations.add([], 2000), [])
        const said = await together(100, (index) => revocations.add(['d', `e${index}`], 3000 + index))
        assert.deepEqual(
          said.flat().filter((id) => id === 'd'),
          ['d'],
        )
        assert.equal(said.flat().length, 101)
        assert.equal(await revocations.deleteExpired(3098, 500), 3 + 99)
        assert.equal(await revocations.includesAny(['d']), true)
      }))

    test('the end of sessions revokes and removes them in one step, and one of several calls returns each', () =>
      withStores(open, ['revocations', 'sessions'], async ({ revocations, sessions }) => {
        const ids = Array.from({ length: 20 }, (_, index) => `s${index}`)
        for (const id of ids) {
          const factors = [{ method: 'pwd' as const, at: 1000 }]
          await sessions.insert(
            { id, userId: 'u1', authenticatedAt: 1000, factors, createdAt: 1000, expiresAt: 9000 },
            'browser',
            undefined,
          )
        }
        assert.deepEqual(await revocations.endSessions([], 9000), [])
        assert.deepEqual(await revocations.endSessions(['s0', 'gone'], 9000), ['gone', 's0'])
        assert.equal(await sessions.find('s0', 10), undefined)
        assert.equal((await sessions.list('browser', 10)).length, 19)
        const said = await together(10, (index) => revocations.endSessions(index % 2 === 0 ? ids : ids.toReversed(), 9000))
        assert.deepEqual(said.flat().toSorted(), ids.slice(1).toSorted())
        assert.deepEqual(await sessions.list('browser', 10), [])
        assert.equal(await revocations.includesAny(['s19']), true)
      }))

    test('revocations of the same identifiers in opposite orders all succeed', () =>
      withStores(open, ['revocations'], async ({ revocations }) => {
        const ids = Array.from({ length: 200 }, (_, index) => `id${index}`)
        const said = await together(12, (index) => revocations.add(index % 2 === 0 ? ids : ids.toReversed(), 1000 + index))
        assert.equal(said.flat().length, 200)
        assert.equal(await revocations.deleteExpired(1011, 500), 200)
      }))

    test('accepts more identifiers than one statement can bind', () =>
      withStores(open, ['revocations'], async ({ revocations }) => {
        const ids = Array.from({ length: 2000 }, (_, index) => `id${index}`)
        assert.equal((await revocations.add(ids, 1000)).length, 2000)
        assert.equal(await revocations.includesAny(['id1999']), true)
        assert.equal(await revocations.includesAny([...Array.from({ length: 2000 }, (_, index) => `no${index}`), 'id7']), true)
        assert.equal(await revocations.deleteExpired(1000, 1500), 1500)
      }))
  })
}
