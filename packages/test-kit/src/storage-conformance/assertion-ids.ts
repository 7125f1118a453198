// Identifiers of assertions. Each is accepted once. https://www.rfc-editor.org/rfc/rfc7523#section-3 (7)
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of the store `assertionIds`. @param open opens an empty storage with the named stores */
export function assertionIdTests(open: OpenFresh): void {
  describe('assertionIds', () => {
    test('accepts an identifier once', () =>
      withStores(open, ['assertionIds'], async ({ assertionIds }) => {
        assert.equal(await assertionIds.has('a'), false)
        assert.equal(await assertionIds.add('a', 1000), true)
        assert.deepEqual([await assertionIds.has('a'), await assertionIds.has('b')], [true, false])
        assert.equal(await assertionIds.add('a', 5000), false)
        assert.equal(await assertionIds.add('b', 1000), true)
      }))

    test('accepts an identifier from exactly one of 100 concurrent calls', () =>
      withStores(open, ['assertionIds'], async ({ assertionIds }) => {
        const answers = await together(100, () => assertionIds.add('a', 1000))
        assert.equal(answers.filter(Boolean).length, 1)
      }))

    test('removals that run at the same time share the work', () =>
      withStores(open, ['assertionIds'], async ({ assertionIds }) => {
        await together(200, (index) => assertionIds.add(`${index}`, 1000))
        const removed = await together(5, () => assertionIds.deleteExpired(1000, 40))
        assert.deepEqual(removed, [40, 40, 40, 40, 40])
      }))

    test('removes expired identifiers', () =>
      withStores(open, ['assertionIds'], async ({ assertionIds }) => {
        await assertionIds.add('a', 1000)
        assert.equal(await assertionIds.deleteExpired(999, 10), 0)
        assert.equal(await assertionIds.add('a', 1000), false)
        assert.equal(await assertionIds.deleteExpired(1000, 10), 1)
        assert.equal(await assertionIds.add('a', 2000), true)
      }))
  })
}
