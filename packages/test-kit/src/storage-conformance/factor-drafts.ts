// Drafts of second factors: bound to user, browser and kind, and gone after their time.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FactorDraft, Stores } from '@symbolon/core-protocol'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const draft = (members: Partial<FactorDraft> = {}): FactorDraft => ({
  userId: 'u1',
  browser: 'b1',
  kind: 'otp',
  sealed: 'sealed-1',
  expiresAt: 2000,
  ...members,
})

/** Registers the tests of drafts. @param open opens an empty storage with the named stores */
export function factorDraftTests(open: OpenFresh): void {
  const withUsers = (run: (stores: Pick<Stores, 'factorDrafts'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'factorDrafts'], async (stores) => {
      await stores.directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
      await run(stores)
    })

  describe('drafts of second factors', () => {
    test(
      'OT-10 finds a live draft for its user, browser and kind alone',
      withUsers(async ({ factorDrafts }) => {
        await factorDrafts.begin(draft(), 1000)
        assert.deepEqual(await factorDrafts.find(draft(), 1999), draft())
        assert.equal(await factorDrafts.find(draft(), 2000), undefined)
        for (const other of [draft({ userId: 'u2' }), draft({ browser: 'b2' }), draft({ kind: 'recovery_codes' })])
          assert.equal(await factorDrafts.find(other, 1000), undefined)
      }),
    )

    test(
      'of concurrent drafts one stays until it ends',
      withUsers(async ({ factorDrafts }) => {
        await together(20, (index) => factorDrafts.begin(draft({ sealed: `sealed-${index}` }), 1000))
        const first = await factorDrafts.find(draft(), 1000)
        await factorDrafts.begin(draft({ sealed: 'later', expiresAt: 3000 }), 1999)
        assert.deepEqual(await factorDrafts.find(draft(), 1999), first)
        await factorDrafts.begin(draft({ sealed: 'later', expiresAt: 3000 }), 2000)
        assert.equal((await factorDrafts.find(draft(), 2000))?.sealed, 'later')
      }),
    )

    test(
      'removes expired drafts',
      withUsers(async ({ factorDrafts }) => {
        for (const at of [1, 2, 3]) await factorDrafts.begin(draft({ browser: `b${at}`, expiresAt: 2000 + at }), 1000)
        assert.equal(await factorDrafts.deleteExpired(2002, 1), 1)
        assert.equal(await factorDrafts.deleteExpired(2002, 10), 1)
        assert.equal(await factorDrafts.deleteExpired(2002, 10), 0)
        assert.notEqual(await factorDrafts.find(draft({ browser: 'b3' }), 2002), undefined)
      }),
    )
  })
}
