// Ids of assertions, each accepted once. https://www.rfc-editor.org/rfc/rfc7523#section-3 (7)
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

export function assertionIdPromises(open: OpenFresh): void {
  describe('assertionIds', () => {
    test('takes an id once', () => withStores(open, ['assertionIds'], async ({ assertionIds }) => {
      assert.equal(await assertionIds.add('a', 1000), true)
      assert.equal(await assertionIds.add('a', 5000), false)
      assert.equal(await assertionIds.add('b', 1000), true)
    }))

    test('takes an id from exactly one of 100 parallel calls', () => withStores(open, ['assertionIds'], async ({ assertionIds }) => {
      const answers = await together(100, () => assertionIds.add('a', 1000))
      assert.equal(answers.filter(Boolean).length, 1)
    }))

    test('forgets an id when it expires and is swept', () => withStores(open, ['assertionIds'], async ({ assertionIds }) => {
      await assertionIds.add('a', 1000)
      assert.equal(await assertionIds.deleteExpired(999, 10), 0)
      assert.equal(await assertionIds.add('a', 1000), false)
      assert.equal(await assertionIds.deleteExpired(1000, 10), 1)
      assert.equal(await assertionIds.add('a', 2000), true)
    }))
  })
}
