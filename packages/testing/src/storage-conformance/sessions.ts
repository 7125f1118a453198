// Sessions, and the cookie that is renewed at every authentication.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Session } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function session(id: string, more: Partial<Session> = {}): Session {
  return { id, userId: 'u1', authenticatedAt: 1000, factors: [{ method: 'pwd', at: 1000 }], createdAt: 1000, expiresAt: 9000, ...more }
}

export function sessionPromises(open: OpenFresh): void {
  describe('sessions', () => {
    test('finds a session until it expires', () => withStores(open, ['sessions'], async ({ sessions }) => {
      await sessions.renew(session('s1'), 'ua1', undefined)
      assert.deepEqual(await sessions.find('s1', 8999), session('s1'))
      assert.equal(await sessions.find('s1', 9000), undefined)
      assert.deepEqual(await sessions.list('ua1', 8999), [session('s1')])
      assert.deepEqual(await sessions.list('ua1', 9000), [])
      assert.deepEqual(await sessions.list('ua2', 1000), [])
    }))

    test('moves every session of the old cookie, which opens nothing afterwards',
      () => withStores(open, ['sessions'], async ({ sessions }) => {
      await sessions.renew(session('s1'), 'ua1', undefined)
      await sessions.renew(session('s2', { authenticatedAt: 2000 }), 'ua2', 'ua1')
      assert.deepEqual(await sessions.list('ua1', 3000), [])
      assert.deepEqual((await sessions.list('ua2', 3000)).map(({ id }) => id).toSorted(), ['s1', 's2'])
    }))

    test('replaces a session of the same id', () => withStores(open, ['sessions'], async ({ sessions }) => {
      await sessions.renew(session('s1'), 'ua1', undefined)
      const again = session('s1', {
        authenticatedAt: 5000, factors: [{ method: 'pwd', at: 5000 }, { method: 'otp', at: 5001 }], expiresAt: 20_000,
      })
      await sessions.renew(again, 'ua2', 'ua1')
      assert.deepEqual(await sessions.list('ua2', 6000), [again])
      assert.deepEqual(await sessions.find('s1', 6000), again)
    }))

    test('loses no session when 50 renewals run in a row of cookies at once', () => withStores(open, ['sessions'], async ({ sessions }) => {
      await together(50, (index) => sessions.renew(session(`s${index}`), 'ua2', 'ua1'))
      assert.equal((await sessions.list('ua2', 3000)).length, 50)
    }))

    test('removes a session, and sweeps expired ones', () => withStores(open, ['sessions'], async ({ sessions }) => {
      await sessions.renew(session('s1'), 'ua1', undefined)
      await sessions.renew(session('s2'), 'ua1', undefined)
      await sessions.remove('s1')
      await sessions.remove('unknown')
      assert.deepEqual((await sessions.list('ua1', 2000)).map(({ id }) => id), ['s2'])
      assert.equal(await sessions.deleteExpired(8999, 10), 0)
      assert.equal(await sessions.deleteExpired(9000, 10), 1)
    }))
  })
}
