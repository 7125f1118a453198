// Refused requests of one caller: the first ones of a minute have separate events, further ones share one event.
import { recordAuditEvents } from '@symbolon/core-protocol'
import type { AuditEventStore, StoredAuditEvent } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { denialsAMinute } from '../src/ports/audit-event.ts'

test('DS-41 a caller who is refused again and again fills the audit trail with a bounded number of events a minute', async () => {
  let now = 1_800_000_000_000
  const [alone, repeated]: [StoredAuditEvent[], StoredAuditEvent[]] = [[], []]
  const auditEvents = {
    append: async (events: readonly StoredAuditEvent[]) => void alone.push(...events),
    appendRepeated: async (event: StoredAuditEvent) => void repeated.push(event),
  } as Partial<AuditEventStore> as AuditEventStore
  const record = async (type: 'permission_denied' | 'resource_changed', actorId: string): Promise<void> =>
    await recordAuditEvents([{ type, actorId }], {
      now: () => now,
      randomToken: () => 'random-0123456789',
      stores: { auditEvents },
    } as Parameters<typeof recordAuditEvents>[1])

  for (let count = 0; count < denialsAMinute + 50; count += 1) await record('permission_denied', 'eve')
  await record('permission_denied', 'bob')
  await record('resource_changed', 'eve')
  assert.equal(alone.length, denialsAMinute + 2)
  assert.equal(repeated.length, 50)
  assert.equal(new Set(repeated.map(({ id }) => id)).size, 1)
  now += 60_000
  await record('permission_denied', 'eve')
  assert.equal(alone.length, denialsAMinute + 3, 'the next minute has new room')
  for (let count = 0; count < denialsAMinute; count += 1) await record('permission_denied', 'eve')
  assert.equal(new Set(repeated.map(({ id }) => id)).size, 2)
})
