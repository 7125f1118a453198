// Sessions of the console: replaced at once, and over after a time and after lying unused.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleIdleTime } from '@symbolon/core-protocol'
import type { ConsoleSession } from '@symbolon/core-protocol'
import { human, org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const hour = 3_600_000

function session(id: string, facts: Partial<ConsoleSession> = {}): ConsoleSession {
  return {
    id,
    userId: 'u1',
    sessionId: 's1',
    authenticatedAt: 1000,
    acr: '1',
    createdAt: 1000,
    lastUsedAt: 1000,
    expiresAt: 1000 + 8 * hour,
    ...facts,
  }
}

/** Registers the tests of the sessions of the console. @param open opens an empty storage with the named stores */
export function consoleSessionTests(open: OpenFresh): void {
  describe('console sessions', () => {
    test('a session replaces the one before it', () =>
      withStores(open, ['directory', 'consoleSessions'], async ({ directory, consoleSessions }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        await consoleSessions.insert(session('first'), undefined)
        const second = session('second', { acr: '2', steppedUpAt: 1500 })
        await consoleSessions.insert(second, 'first')
        assert.equal(await consoleSessions.find('first', 2000), undefined)
        assert.deepEqual(await consoleSessions.find('second', 2000), second)
        await consoleSessions.remove('second')
        assert.equal(await consoleSessions.find('second', 2000), undefined)
      }))

    test('a session ends when it lies unused, at its time, and with its user', () =>
      withStores(open, ['directory', 'consoleSessions'], async ({ directory, consoleSessions }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        await consoleSessions.insert(session('idle'), undefined)
        await consoleSessions.insert(session('used'), undefined)
        await consoleSessions.recordUse('used', 1000 + consoleIdleTime - 1)
        await consoleSessions.recordUse('used', 500)
        assert.equal(await consoleSessions.find('idle', 1000 + consoleIdleTime), undefined)
        assert.equal((await consoleSessions.find('used', 1000 + consoleIdleTime))?.lastUsedAt, 1000 + consoleIdleTime - 1)
        assert.equal(await consoleSessions.deleteExpired(1000 + consoleIdleTime, 10), 1)
        await consoleSessions.recordUse('used', 1000 + 8 * hour - 1)
        assert.equal(await consoleSessions.find('used', 1000 + 8 * hour), undefined)
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 2000)
        assert.equal(await consoleSessions.deleteExpired(1000 + 9 * hour, 10), 0)
      }))
  })
}
