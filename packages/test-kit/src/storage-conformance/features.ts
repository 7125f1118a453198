// The feature flags of the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of the store `features`. @param open opens an empty storage with the named stores */
export function featureTests(open: OpenFresh): void {
  describe('features', () => {
    test('there are no flags until one is set', () =>
      withStores(open, ['features'], async ({ features }) => {
        assert.deepEqual(await features.get(), { flags: {}, sequence: 0 })
        assert.deepEqual(await features.reset(1000), { before: { flags: {}, sequence: 0 }, after: { flags: {}, sequence: 0 } })
      }))

    test('set changes the given flags, reset removes all, and both return the state before', () =>
      withStores(open, ['features'], async ({ features }) => {
        const one = { flags: { a: true, b: false }, sequence: 1, changedAt: 1000 }
        const two = { flags: { a: true, b: true, c: true }, sequence: 2, changedAt: 2000 }
        const none = { flags: {}, sequence: 3, changedAt: 3000 }
        assert.deepEqual(await features.set(one.flags, 1000), { before: { flags: {}, sequence: 0 }, after: one })
        assert.deepEqual(await features.set({ b: true, c: true }, 2000), { before: one, after: two })
        assert.deepEqual(await features.get(), two)
        assert.deepEqual(await features.reset(3000), { before: two, after: none })
        assert.deepEqual(await features.get(), none)
      }))

    test('a change without effect does not count as one', () =>
      withStores(open, ['features'], async ({ features }) => {
        const { after } = await features.set({ a: true }, 1000)
        assert.deepEqual(await features.set({ a: true }, 2000), { before: after, after })
        assert.deepEqual(await features.set({}, 2000), { before: after, after })
        assert.deepEqual(await features.get(), after)
      }))

    test('40 concurrent changes are applied one after another', () =>
      withStores(open, ['features'], async ({ features }) => {
        const changes = await together(40, (index) => features.set({ [`f${index}`]: true, last: index % 2 === 0 }, index))
        const sequences = changes.map(({ after }) => after.sequence).toSorted((one, other) => one - other)
        assert.deepEqual(
          sequences,
          Array.from({ length: 40 }, (_, index) => index + 1),
        )
        for (const { before, after } of changes) assert.equal(after.sequence, before.sequence + 1)
        const { flags, sequence } = await features.get()
        assert.equal(sequence, 40)
        assert.equal(Object.keys(flags).length, 41)
      }))
  })
}
