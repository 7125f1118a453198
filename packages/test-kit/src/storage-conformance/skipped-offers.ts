// Skipped offers: the last time counts, for one user and one step.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of skipped offers. @param open opens an empty storage with the named stores */
export function skippedOfferTests(open: OpenFresh): void {
  describe('skipped offers', () => {
    test('the last time counts, for one user and one step, as long as the user is there', () =>
      withStores(open, ['directory', 'skippedOffers'], async ({ directory, skippedOffers }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
        assert.equal(await skippedOffers.find('u1', 'setup'), undefined)
        await together(20, () => skippedOffers.record('u1', 'setup', 2000))
        await skippedOffers.record('u1', 'other', 2500)
        assert.equal(await skippedOffers.find('u1', 'setup'), 2000)
        await skippedOffers.record('u1', 'setup', 3000)
        assert.equal(await skippedOffers.find('u1', 'setup'), 3000)
        assert.equal(await skippedOffers.find('u2', 'setup'), undefined)
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 4000)
        assert.equal(await skippedOffers.find('u1', 'setup'), undefined)
      }))
  })
}
