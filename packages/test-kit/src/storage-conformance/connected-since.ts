// Disconnects accounts at identity providers that another user connected: only accounts connected since a moment.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seen, withPassword } from './ended-meanwhile.ts'
import { human, org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of `disconnectsSince` in the store `userAccounts`. @param open opens an empty storage with the named stores */
export function connectedSinceTests(open: OpenFresh): void {
  describe('user accounts: accounts elsewhere that were connected', () => {
    test('LG-37 those since a moment are disconnected for good, and no others', () =>
      withStores(open, ['directory', 'userAccounts', 'userLinks'], async ({ directory, userAccounts, userLinks }) => {
        await directory.apply({ put: [org('o1'), withPassword('u1'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
        for (const [at, externalId] of [
          [1999, 'before'],
          [2000, 'then'],
          [2001, 'after'],
        ] as const)
          await userLinks.add({ userId: 'u1', idpId: 'i1', externalId }, seen, at)
        await userLinks.add({ userId: 'u2', idpId: 'i1', externalId: 'other' }, seen, 2000)
        const linksOf = async (userId: string) => (await userLinks.list(userId)).map(({ externalId }) => externalId)
        assert.equal((await userAccounts.change('u1', { timesEnded: 1 }, { disconnectsSince: 2000 }, 3000)).kind, 'refused')
        assert.deepEqual(await linksOf('u1'), ['after', 'before', 'then'])
        assert.equal((await userAccounts.change('u1', {}, { disconnectsSince: 2000, endsAll: true }, 3000)).kind, 'done')
        assert.deepEqual([await linksOf('u1'), await linksOf('u2')], [['before'], ['other']])
        const references = ['before', 'then', 'after'].map((name) => ({ kind: 'userLink' as const, key: ['u1', 'i1', name] }))
        const removed = (await directory.findRemovedByUsers(references)).map(({ key }) => key.join(' '))
        assert.deepEqual(removed.toSorted(), ['u1 i1 after', 'u1 i1 then'])
        assert.equal((await userAccounts.change('u1', {}, { disconnectsSince: 0 }, 3000)).kind, 'done')
        assert.deepEqual(await linksOf('u1'), [], 'the last one too')
      }))
  })
}
