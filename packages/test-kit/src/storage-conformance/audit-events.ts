// The audit trail.
import { auditPosition } from '@symbolon/core-protocol'
import type { AuditEventQuery, StoredAuditEvent } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function event(position: number, more: Partial<StoredAuditEvent> = {}): StoredAuditEvent {
  return { id: String(position).padStart(6, '0'), at: position, type: 'login_succeeded', ...more }
}

/** Registers the tests of the audit trail. @param open opens an empty storage with the named stores */
export function auditEventTests(open: OpenFresh): void {
  describe('audit events', () => {
    test('are listed as they were stored, newest first', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const whole = event(2, {
          type: 'resource_changed',
          actorId: 'a',
          clientId: 'c',
          subject: { kind: 'org', id: 'o' },
          orgId: 'o',
          remoteAddress: '::1',
          details: { changed: 'org.name', count: 2, partial: false },
        })
        await auditEvents.append([event(1)])
        await auditEvents.append([whole, event(3)])
        assert.deepEqual(await auditEvents.list({ limit: 10 }), [event(3), whole, event(1)])
      }))

    test('DS-41 an event that repeats is one event with the number of the further ones', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const denied = event(5, { type: 'permission_denied', actorId: 'eve', details: { rule: 'permission' } })
        await auditEvents.appendRepeated(denied)
        assert.deepEqual(await auditEvents.list({ limit: 10 }), [denied])
        await together(9, async (index) => await auditEvents.appendRepeated({ ...denied, at: 5 + index, details: { rule: 'other' } }))
        assert.deepEqual(await auditEvents.list({ limit: 10 }), [{ ...denied, details: { rule: 'permission', repeated: 9 } }])
      }))

    test('are listed in pages', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        await auditEvents.append(Array.from({ length: 5 }, (_, index) => event(index)))
        assert.deepEqual(
          (await auditEvents.list({ limit: 2 })).map(({ at }) => at),
          [4, 3],
        )
        assert.deepEqual(
          (await auditEvents.list({ limit: 2, before: event(3).id })).map(({ at }) => at),
          [2, 1],
        )
      }))

    test('are narrowed by organization, actor, subject, type and time', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const at = (milliseconds: number, more: Partial<StoredAuditEvent>): StoredAuditEvent =>
          event(milliseconds, { id: auditPosition(milliseconds), ...more })
        const subject = { kind: 'org', id: 'o1' }
        await auditEvents.append([
          at(1000, { orgId: 'o1', actorId: 'ada' }),
          at(2000, { orgId: 'o2', actorId: 'ada', type: 'resource_changed', subject }),
          at(3000, { orgId: 'o1', actorId: 'bob', type: 'resource_changed', subject }),
        ])
        const timesOf = async (query: Omit<AuditEventQuery, 'limit'>): Promise<readonly number[]> =>
          (await auditEvents.search({ limit: 10, ...query })).events.map((each) => each.at)
        assert.deepEqual(await timesOf({ orgId: 'o1' }), [3000, 1000])
        assert.deepEqual(await timesOf({ actorId: 'ada' }), [2000, 1000])
        assert.deepEqual(await timesOf({ subject }), [3000, 2000])
        assert.deepEqual(await timesOf({ type: 'resource_changed', orgId: 'o1' }), [3000])
        assert.deepEqual(await timesOf({ from: 2000, to: 3000 }), [2000])
        assert.deepEqual(await timesOf({ orgId: 'o1', before: auditPosition(3000) }), [1000])
      }))

    test('DS-45 are searched by several filters in calls that each read a bounded number, and go on to the end', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const rare = event(1, { actorId: 'bot', orgId: 'o2', type: 'resource_changed' })
        const many = Array.from({ length: 5000 }, (_, index) => event(2 + index, { actorId: 'bot', orgId: 'o2', type: 'login_succeeded' }))
        await auditEvents.append([rare, ...many])
        for (const query of [
          { actorId: 'bot', type: 'resource_changed' },
          { orgId: 'o2', type: 'resource_changed', actorId: 'bot' },
        ] as const) {
          const found: StoredAuditEvent[] = []
          let before: string | undefined
          let calls = 0
          do {
            const page = await auditEvents.search({ ...query, limit: 10, ...(before === undefined ? {} : { before }) })
            found.push(...page.events)
            assert.ok(page.next === undefined || before === undefined || page.next < before)
            before = page.next
            calls += 1
          } while (before !== undefined)
          assert.deepEqual(found, [rare])
          assert.ok(calls < 5)
        }
        // Nothing but the own events of the organization is read.
        assert.deepEqual(await auditEvents.search({ orgId: 'o1', actorId: 'bot', limit: 10 }), { events: [] })
        const first = await auditEvents.search({ actorId: 'bot', orgId: 'o2', limit: 10 })
        assert.deepEqual([first.events.length, first.next], [10, first.events.at(-1)?.id])
        const last = await auditEvents.search({ actorId: 'bot', limit: 10, before: event(6).id })
        assert.deepEqual([last.events.length, last.next], [5, undefined])
      }))

    test('DS-45 a search of an organization for a subject shows nothing of the events that others have about it', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const subject = { kind: 'oidcApp', id: 'app' }
        const of = (orgId: string, from: number, count: number): readonly StoredAuditEvent[] =>
          Array.from({ length: count }, (_, index) => event(from + index, { subject, orgId }))
        await auditEvents.append(of('o2', 1000, 4500))
        assert.deepEqual(await auditEvents.search({ orgId: 'o1', subject, limit: 10 }), { events: [] })
        const [own, older] = [of('o1', 6000, 1), of('o1', 400, 1)]
        await auditEvents.append([...own, ...older, ...of('o2', 500, 100), ...of('o2', 7000, 100)])
        const first = await auditEvents.search({ orgId: 'o1', subject, limit: 10 })
        assert.deepEqual(first, { events: own, next: own[0]?.id })
        assert.deepEqual(await auditEvents.search({ orgId: 'o1', subject, limit: 10, before: own[0]?.id ?? '' }), { events: [] })
        const all: StoredAuditEvent[] = []
        for (let before: string | undefined, isLast = false; !isLast; isLast = before === undefined) {
          const page = await auditEvents.search({ orgId: 'o2', subject, limit: 500, ...(before === undefined ? {} : { before }) })
          all.push(...page.events)
          before = page.next
        }
        assert.equal(all.length, 4700, 'the organization with the events finds each')
        assert.equal(new Set(all.map(({ id }) => id)).size, 4700)
      }))

    test('are counted between times, of a type and an organization, up to a limit', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const at = (milliseconds: number, more: Partial<StoredAuditEvent> = {}): StoredAuditEvent =>
          event(milliseconds, { id: `${auditPosition(milliseconds)}-0000000-abcdefghij`, ...more })
        await auditEvents.append([
          ...[999, 1000, 1001, 1999, 3000].map((time) => at(time, { orgId: 'o1' })),
          at(1500, { orgId: 'o2' }),
          at(1600),
          at(1700, { type: 'login_failed', orgId: 'o1' }),
        ])
        const counted = { type: 'login_succeeded', times: [1000, 2000, 3000, 4000], most: 100 } as const
        assert.deepEqual(await auditEvents.countBetween(counted), [5, 0, 1])
        assert.deepEqual(await auditEvents.countBetween({ ...counted, orgId: 'o1' }), [3, 0, 1])
        assert.deepEqual(await auditEvents.countBetween({ ...counted, type: 'login_failed' }), [1, 0, 0])
        assert.deepEqual(await auditEvents.countBetween({ ...counted, most: 2 }), [2, 0, 1])
        assert.deepEqual(await auditEvents.countBetween({ ...counted, times: [1000] }), [])
      }))

    test('are listed for the person whom they are about, refusals apart, so that a flood of them hides nothing', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const about = (position: number, kind: string, id: string, actorId?: string): StoredAuditEvent =>
          event(position, { type: 'resource_changed', subject: { kind, id }, ...(actorId === undefined ? {} : { actorId }) })
        const own = [
          event(1, { actorId: 'ada' }),
          about(2, 'user', 'ada', 'admin'),
          about(3, 'humanUser', 'ada'),
          about(4, 'userLink', 'ada', 'ada'),
          event(5, { type: 'session_ended', actorId: 'ada', subject: { kind: 'session', id: 's' } }),
        ]
        const others = [
          event(6, { actorId: 'bob' }),
          about(7, 'user', 'bob', 'ada'),
          about(8, 'org', 'ada', 'ada'),
          about(9, 'session', 'ada', 'bob'),
          event(10),
        ]
        await auditEvents.append([...own, ...others])
        const room = { source: 'flood', limit: 100 }
        const refused = Array.from({ length: 30 }, (_, index) =>
          event(20 + index, { type: 'login_failed', subject: { kind: 'user', id: 'ada' } }),
        )
        for (const each of refused) await auditEvents.appendRefusal(each, room)
        assert.deepEqual(await auditEvents.listOfPerson('ada', { refused: false, limit: 10 }), own.toReversed())
        assert.deepEqual(await auditEvents.listOfPerson('ada', { refused: false, limit: 2 }), own.toReversed().slice(0, 2))
        assert.deepEqual(await auditEvents.listOfPerson('ada', { refused: true, limit: 3 }), refused.toReversed().slice(0, 3))
        assert.deepEqual(await auditEvents.listOfPerson('absent-user', { refused: true, limit: 3 }), [])
      }))

    test('are kept for a year and then removed in batches, oldest first', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const year = 365 * 86_400_000
        const at = (time: number): StoredAuditEvent => ({ ...event(0), at: time, id: `${String(time).padStart(15, '0')}-x` })
        await auditEvents.append([at(1000), at(2000), at(3000)])
        assert.equal(await auditEvents.deleteExpired(1000 + year, 10), 0)
        assert.equal(await auditEvents.deleteExpired(2001 + year, 1), 1)
        assert.deepEqual(
          (await auditEvents.list({ limit: 10 })).map((each) => each.at),
          [3000, 2000],
        )
        assert.equal(await auditEvents.deleteExpired(2001 + year, 10), 1)
      }))

    test('that unauthenticated requests cause are limited, and a flood removes events of the same source first', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        const limit = 96
        const refused = (position: number): StoredAuditEvent => event(position, { type: 'login_failed' })
        const kept = async (): Promise<readonly number[]> => (await auditEvents.list({ limit: 10_000 })).map(({ at }) => at).reverse()
        await auditEvents.append([event(1), event(2)])
        for (const position of [3, 4, 5]) await auditEvents.appendRefusal(refused(position), { source: 'honest', limit })
        await together(300, (index) => auditEvents.appendRefusal(refused(1000 + index), { source: `flood ${index % 2}`, limit }))
        const [first, second, third, fourth, fifth, ...flood] = await kept()
        assert.deepEqual([first, second, third, fourth, fifth], [1, 2, 3, 4, 5])
        assert.ok(flood.length + 3 <= limit && flood.length > limit * 0.75, `${flood.length} are kept`)
        assert.ok(flood.includes(1299) && !flood.includes(1000), 'the newest')
        assert.deepEqual(await auditEvents.list({ limit: 1, before: event(4).id }), [refused(3)])

        for (let index = 0; index < limit; index++)
          await auditEvents.appendRefusal(refused(3000 + index), { source: `source ${index}`, limit })
        const all = await kept()
        assert.ok(all.length - 2 <= limit, `${all.length} are kept`)
        assert.deepEqual(all.slice(0, 2), [1, 2], 'events that need a credential stay, however many others come')
      }))

    test('are appended in thousands, and an empty list is accepted', () =>
      withStores(open, ['auditEvents'], async ({ auditEvents }) => {
        await auditEvents.append([])
        await auditEvents.append(Array.from({ length: 1200 }, (_, index) => event(index)))
        assert.equal((await auditEvents.list({ limit: 2000 })).length, 1200)
      }))
  })
}
