// The audit trail.
import type { StoredAuditEvent } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function event(position: number, more: Partial<StoredAuditEvent> = {}): StoredAuditEvent {
  return { id: String(position).padStart(6, '0'), at: position, type: 'login_succeeded', ...more }
}

export function auditEventPromises(open: OpenFresh): void {
  describe('audit events', () => {
    test('come back whole, the newest first', () => withStores(open, ['auditEvents'], async ({ auditEvents }) => {
      const whole = event(2, {
        type: 'resource_changed', actorId: 'a', clientId: 'c', subject: { kind: 'org', id: 'o' }, orgId: 'o', remoteAddress: '::1',
        details: { changed: 'org.name', count: 2, partial: false },
      })
      await auditEvents.append([event(1)])
      await auditEvents.append([whole, event(3)])
      assert.deepEqual(await auditEvents.list({ limit: 10 }), [event(3), whole, event(1)])
    }))

    test('come a page at a time', () => withStores(open, ['auditEvents'], async ({ auditEvents }) => {
      await auditEvents.append(Array.from({ length: 5 }, (_, index) => event(index)))
      assert.deepEqual((await auditEvents.list({ limit: 2 })).map(({ at }) => at), [4, 3])
      assert.deepEqual((await auditEvents.list({ limit: 2, before: event(3).id })).map(({ at }) => at), [2, 1])
    }))

    test('are kept for a year, and removed in batches from the oldest on', () => withStores(open, ['auditEvents'], async ({ auditEvents }) => {
      const year = 365 * 86_400_000
      const at = (time: number): StoredAuditEvent => ({ ...event(0), at: time, id: `${String(time).padStart(15, '0')}-x` })
      await auditEvents.append([at(1000), at(2000), at(3000)])
      assert.equal(await auditEvents.deleteExpired(1000 + year, 10), 0)
      assert.equal(await auditEvents.deleteExpired(2001 + year, 1), 1)
      assert.deepEqual((await auditEvents.list({ limit: 10 })).map((each) => each.at), [3000, 2000])
      assert.equal(await auditEvents.deleteExpired(2001 + year, 10), 1)
    }))

    test('are taken by the thousand, and none at all', () => withStores(open, ['auditEvents'], async ({ auditEvents }) => {
      await auditEvents.append([])
      await auditEvents.append(Array.from({ length: 1200 }, (_, index) => event(index)))
      assert.equal((await auditEvents.list({ limit: 2000 })).length, 1200)
    }))
  })
}
