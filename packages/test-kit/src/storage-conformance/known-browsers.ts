// Browsers in which a user has completed a sign-in.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { KnownBrowser, KnownBrowserStore, Stores } from '@symbolon/core-protocol'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const known = (userId: string, browser: string, usedAt: number, previous?: string): KnownBrowser => ({
  userId,
  id: `${userId} in ${browser}`,
  browser,
  previous,
  usedAt,
  expiresAt: usedAt + 1000,
})

/** Registers the tests of known browsers. @param open opens an empty storage with the named stores */
export function knownBrowserTests(open: OpenFresh): void {
  const knows = async (store: KnownBrowserStore, userId: string, browser: string, now: number): Promise<boolean> =>
    (await store.find(userId, browser, now)) !== undefined
  const withUsers = (run: (stores: Pick<Stores, 'directory' | 'knownBrowsers'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'knownBrowsers'], async (stores) => {
      await stores.directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
      await run(stores)
    })

  describe('known browsers', () => {
    test(
      'a browser knows a user until the expiry, and no other user',
      withUsers(async ({ knownBrowsers }) => {
        await knownBrowsers.remember(known('u1', 'b1', 1000), 10)
        assert.equal(await knows(knownBrowsers, 'u1', 'b1', 1999), true)
        assert.equal(await knows(knownBrowsers, 'u1', 'b1', 2000), false)
        for (const [user, browser] of [
          ['u2', 'b1'],
          ['u1', 'b2'],
          ['', 'b1'],
        ] as const)
          assert.equal(await knows(knownBrowsers, user, browser, 1500), false)
      }),
    )

    test(
      'a new cookie takes over all users of the browser, and the old one knows none',
      withUsers(async ({ knownBrowsers }) => {
        await knownBrowsers.remember(known('u1', 'b1', 1000), 10)
        await knownBrowsers.remember(known('u2', 'b2', 1100, 'b1'), 10)
        await knownBrowsers.remember(known('u2', 'b3', 1200, 'b2'), 10)
        for (const user of ['u1', 'u2']) {
          for (const old of ['b1', 'b2']) assert.equal(await knows(knownBrowsers, user, old, 1500), false)
          assert.equal(await knows(knownBrowsers, user, 'b3', 1500), true)
        }
        assert.equal(await knows(knownBrowsers, 'u1', 'b3', 2000), false, 'the other user has not signed in again')
      }),
    )

    test(
      'LG-30 the id of a browser stays when other users sign in there, until the browser forgets the user',
      withUsers(async ({ knownBrowsers }) => {
        await knownBrowsers.remember(known('u1', 'b1', 1000), 10)
        await knownBrowsers.remember(known('u2', 'b2', 1100, 'b1'), 10)
        await knownBrowsers.remember(known('u1', 'b3', 1200, 'b2'), 10)
        await knownBrowsers.remember(known('u1', 'b4', 1300, undefined), 10)
        const ids = [await knownBrowsers.find('u1', 'b3', 1500), await knownBrowsers.find('u2', 'b3', 1500)]
        assert.deepEqual([...ids, await knownBrowsers.find('u1', 'b4', 1500)], ['u1 in b1', 'u2 in b2', 'u1 in b4'])
      }),
    )

    test(
      'the least recently used browsers of a user are removed beyond the limit',
      withUsers(async ({ knownBrowsers }) => {
        await knownBrowsers.remember(known('u2', 'other', 900), 3)
        for (const at of [1, 2, 3, 4, 5]) await knownBrowsers.remember(known('u1', `b${at}`, 1000 + at), 3)
        const found = await together(5, (index) => knows(knownBrowsers, 'u1', `b${index + 1}`, 1500))
        assert.deepEqual(found, [false, false, true, true, true])
        assert.equal(await knows(knownBrowsers, 'u2', 'other', 1500), true)
      }),
    )

    test(
      'concurrent sign-ins in one browser never exceed the limit',
      withUsers(async ({ knownBrowsers }) => {
        await knownBrowsers.remember(known('u1', 'b', 1000), 10)
        await together(20, (index) => knownBrowsers.remember(known('u1', `b-${index}`, 1100 + index, 'b'), 10))
        const found = await together(20, (index) => knows(knownBrowsers, 'u1', `b-${index}`, 1500))
        assert.equal(found.filter(Boolean).length, 10)
        assert.equal(await knows(knownBrowsers, 'u1', 'b', 1500), false)
      }),
    )

    test(
      'LG-15 is removed with the user, and not inherited by a new user with the same identifier',
      withUsers(async ({ directory, knownBrowsers }) => {
        await knownBrowsers.remember(known('u1', 'b1', 1000), 10)
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 1100)
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [], restores: true }, 1200)
        assert.equal(await knows(knownBrowsers, 'u1', 'b1', 1500), false)
      }),
    )

    test('browsers of users of the host need no stored user, and are counted, renamed and removed alike', async () =>
      await withStores(open, ['hostKnownBrowsers'], async ({ hostKnownBrowsers }) => {
        for (const at of [1, 2, 3, 4]) await hostKnownBrowsers.remember(known('of-the-host', `b${at}`, 1000 + at), 3)
        const isKnown = async (browser: string): Promise<boolean> => await knows(hostKnownBrowsers, 'of-the-host', browser, 1500)
        assert.deepEqual([await isKnown('b1'), await isKnown('b2'), await isKnown('b4')], [false, true, true])
        await hostKnownBrowsers.remember(known('another', 'b5', 1100, 'b4'), 3)
        assert.equal(await hostKnownBrowsers.find('of-the-host', 'b5', 1500), 'of-the-host in b4')
        assert.deepEqual([await isKnown('b4'), await isKnown('b5')], [false, true])
        assert.equal(await hostKnownBrowsers.deleteExpired(2003, 10), 2)
        assert.deepEqual([await isKnown('b2'), await isKnown('b5')], [false, true])
      }))

    test(
      'removes expired browsers',
      withUsers(async ({ knownBrowsers }) => {
        for (const at of [1, 2, 3]) await knownBrowsers.remember(known('u1', `b${at}`, 1000 + at), 10)
        assert.equal(await knownBrowsers.deleteExpired(2002, 1), 1)
        assert.equal(await knownBrowsers.deleteExpired(2002, 10), 1)
        assert.equal(await knownBrowsers.deleteExpired(2002, 10), 0)
        assert.equal(await knows(knownBrowsers, 'u1', 'b3', 2002), true)
      }),
    )
  })
}
