// Sessions. The cookie is replaced at every authentication.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Session } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function session(id: string, more: Partial<Session> = {}): Session {
  return { id, userId: 'u1', authenticatedAt: 1000, factors: [{ method: 'pwd', at: 1000 }], createdAt: 1000, expiresAt: 9000, ...more }
}

/** Registers the tests of the store `sessions`. @param open opens an empty storage with the named stores */
export function sessionTests(open: OpenFresh): void {
  describe('sessions', () => {
    test('finds a session until it expires', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        assert.deepEqual(await sessions.find('s1', 8999), session('s1'))
        assert.equal(await sessions.find('s1', 9000), undefined)
        assert.deepEqual(await sessions.list('ua1', 8999), [session('s1')])
        assert.deepEqual(await sessions.list('ua1', 9000), [])
        assert.deepEqual(await sessions.list('ua2', 1000), [])
      }))

    test('keepLatest keeps the sessions of a user that expire last, and touches no others', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        for (const [id, expiresAt] of [
          ['s1', 4000],
          ['s2', 3000],
          ['s3', 5000],
          ['s4', 6000],
        ] as const) {
          await sessions.insert(session(id, { expiresAt }), id, undefined)
        }
        await sessions.insert(session('other', { userId: 'u2', expiresAt: 2500 }), 'other', undefined)
        await together(20, () => sessions.keepLatest('u1', 2))
        await sessions.keepLatest('u2', 2)
        const found = await Promise.all(['s1', 's2', 's3', 's4', 'other'].map(async (id) => (await sessions.find(id, 2000))?.id))
        assert.deepEqual(found, [undefined, undefined, 's3', 's4', 'other'])
      }))

    test('a new cookie takes over all sessions of the old one', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        await sessions.insert(session('s2', { authenticatedAt: 2000 }), 'ua2', 'ua1')
        assert.deepEqual(await sessions.list('ua1', 3000), [])
        assert.deepEqual((await sessions.list('ua2', 3000)).map(({ id }) => id).toSorted(), ['s1', 's2'])
      }))

    test('replaces a session of the same id', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        const again = session('s1', {
          authenticatedAt: 5000,
          factors: [
            { method: 'pwd', at: 5000 },
            { method: 'otp', at: 5001 },
          ],
          expiresAt: 20_000,
          validity: 'v2',
        })
        assert.equal(await sessions.renew(again, 'ua2', 'ua1'), true)
        assert.deepEqual(await sessions.list('ua2', 6000), [again])
        assert.deepEqual(await sessions.find('s1', 6000), again)
      }))

    test('renew replaces a session of the same user, moves the others of the browser, and inserts nothing', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        await sessions.insert(session('s2'), 'ua1', undefined)
        assert.equal(await sessions.renew(session('s1', { userId: 'u2' }), 'ua2', 'ua1'), false)
        assert.equal(await sessions.renew(session('s3'), 'ua2', 'ua1'), false)
        assert.equal(await sessions.renew(session('s3'), 'ua2', undefined), false)
        assert.deepEqual(await sessions.list('ua2', 2000), [])
        assert.equal((await sessions.list('ua1', 2000)).length, 2)
        assert.equal(await sessions.renew(session('s1'), 'ua2', 'ua1'), true)
        assert.deepEqual((await sessions.list('ua2', 2000)).map(({ id }) => id).toSorted(), ['s1', 's2'])
        assert.equal(await sessions.renew(session('s1'), 'ua3', undefined), true)
        assert.deepEqual(
          (await sessions.list('ua3', 2000)).map(({ id }) => id),
          ['s1'],
        )
      }))

    test('a session that is removed while it is renewed stays removed', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s0'), 'ua1', undefined)
        for (let round = 0; round < 10; round++) {
          await sessions.insert(session('s1'), 'ua1', undefined)
          await together(20, async (index) => {
            if (index === round * 2) await sessions.remove(['s1'])
            else await sessions.renew(session('s1'), index % 2 === 0 ? 'ua1' : 'ua2', index % 2 === 0 ? 'ua2' : 'ua1')
          })
          assert.equal(await sessions.find('s1', 2000), undefined)
        }
      }))

    test('lists the live sessions of a user in all browsers, the one that expires last first', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        const device = { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' } as const
        const known = session('s2', { authenticatedAt: 3000, expiresAt: 11_000, device, lastUsedAt: 3500 })
        await sessions.insert(session('s1'), 'ua1', undefined)
        await sessions.insert(known, 'ua2', undefined)
        await sessions.insert(session('short', { expiresAt: 4000 }), 'ua3', undefined)
        await sessions.insert(session('other', { userId: 'u2' }), 'ua1', undefined)
        assert.deepEqual(await sessions.listOfUser('u1', 4000, { limit: 10 }), [known, session('s1')])
        assert.deepEqual(await sessions.listOfUser('u3', 4000, { limit: 10 }), [])
      }))

    test('lists the sessions of a user page by page, also where several expire at the same time', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        const ends = [9000, 9000, 9000, 9500, 8000, 9000, 7000]
        for (const [index, expiresAt] of ends.entries()) await sessions.insert(session(`s${index}`, { expiresAt }), `ua${index}`, undefined)
        await sessions.insert(session('other', { userId: 'u2' }), 'ua1', undefined)
        for (const limit of [1, 2, 3, 7, 10]) {
          const found: Session[] = []
          for (let page = await sessions.listOfUser('u1', 2000, { limit }); page.length > 0;) {
            assert.ok(page.length <= limit)
            found.push(...page)
            const last = found.at(-1)
            assert.ok(last !== undefined)
            page = await sessions.listOfUser('u1', 2000, { limit, after: last })
          }
          assert.deepEqual(
            found.map(({ id }) => id),
            ['s3', 's0', 's1', 's2', 's5', 's4', 's6'],
          )
        }
      }))

    test('the time of the last use only moves forward', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        await sessions.insert(session('s2'), 'ua1', undefined)
        await together(20, (index) => sessions.recordUse('s1', 2000 + index))
        await sessions.recordUse('s1', 1500)
        await sessions.recordUse('unknown', 2000)
        assert.equal((await sessions.find('s1', 3000))?.lastUsedAt, 2019)
        assert.equal((await sessions.find('s2', 3000))?.lastUsedAt, undefined)
      }))

    test('of many sessions removes those that are named, while others begin', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await together(30, (index) => sessions.insert(session(`s${index}`), 'ua1', undefined))
        const ended = Array.from({ length: 29 }, (_, index) => `s${index}`)
        await together(10, async (index) => {
          if (index === 5) await sessions.remove(ended)
          else await sessions.insert(session(`new${index}`), 'ua1', undefined)
        })
        const left = (await sessions.listOfUser('u1', 2000, { limit: 50 })).map(({ id }) => id)
        assert.deepEqual(left.toSorted(), [...[0, 1, 2, 3, 4, 6, 7, 8, 9].map((index) => `new${index}`), 's29'])
        await sessions.remove([])
        assert.equal((await sessions.listOfUser('u1', 2000, { limit: 50 })).length, 10)
      }))

    test('refuses to insert a session twice', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        await assert.rejects(sessions.insert(session('s1'), 'ua2', 'ua1'))
        assert.equal((await sessions.list('ua1', 2000)).length, 1)
      }))

    test('50 concurrent inserts in a chain of cookies lose no session', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await together(50, (index) => sessions.insert(session(`s${index}`), 'ua2', 'ua1'))
        assert.equal((await sessions.list('ua2', 3000)).length, 50)
      }))

    test('removes a session, and expired sessions', () =>
      withStores(open, ['sessions'], async ({ sessions }) => {
        await sessions.insert(session('s1'), 'ua1', undefined)
        await sessions.insert(session('s2'), 'ua1', undefined)
        await sessions.remove(['s1'])
        await sessions.remove(['unknown'])
        assert.deepEqual(
          (await sessions.list('ua1', 2000)).map(({ id }) => id),
          ['s2'],
        )
        assert.equal(await sessions.deleteExpired(8999, 10), 0)
        assert.equal(await sessions.deleteExpired(9000, 10), 1)
      }))
  })
}
