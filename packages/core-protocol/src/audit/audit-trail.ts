// The audit trail as a part. If it is composed, events are stored. Otherwise there is no table and nothing is written. Any client can cause
// refused sign-ins, so their number is limited. Other events are never removed to make room for them.
import { define } from '../contract/part.ts'
import type { Context } from '../contract/context.ts'
import type { AnyAudit } from '../contract/part.ts'
import { siteNetworkAt } from '../http/address.ts'
import { digest } from '../crypto/digest.ts'
import { auditPosition, denialsAMinute, refusalLimit } from '../ports/audit-event.ts'
import type { AuditEvent, AuditEventStore, AuditEventType, StoredAuditEvent } from '../ports/audit-event.ts'

const refusals: ReadonlySet<AuditEventType> = new Set(['login_failed', 'second_factor_failed'])

/** The audit trail: stores events in the `auditEvents` store. */
export const auditTrail: AnyAudit = define({ kind: 'audit', name: 'audit trail', stores: ['auditEvents'], record: recordAuditEvents })

/** Stores the events at the present, after those that this process has stored before. */
export async function recordAuditEvents(
  events: readonly AuditEvent[],
  { now, randomToken, stores }: Pick<Context<'auditEvents'>, 'now' | 'randomToken' | 'stores'>,
): Promise<void> {
  const at = now()
  const first = takePlaces(stores.auditEvents, at, events.length)
  const stored = events.map((event, index) => ({ ...event, at, id: position(at, first + index, randomToken()) }))
  const repeated = stored.filter((event) => event.type === 'permission_denied' && isBeyond(stores.auditEvents, event))
  await stores.auditEvents.append(stored.filter((event) => !refusals.has(event.type) && !repeated.includes(event)))
  for (const event of repeated) await stores.auditEvents.appendRepeated({ ...event, id: positionOfMinute(event) })
  for (const refusal of stored.filter(({ type }) => refusals.has(type))) {
    await stores.auditEvents.appendRefusal(refusal, { source: siteNetworkAt(refusal.remoteAddress), limit: refusalLimit })
  }
}

const minute = 60_000

/** Callers whose denials are counted at the same time. */
const mostCallers = 10_000

/** The denials of the minute by caller. */
const denials = new WeakMap<AuditEventStore, { readonly since: number; readonly counts: Map<string, number> }>()

/** Whether the caller has been refused so often in this minute that a further refusal has no separate event. Counted for each process. */
function isBeyond(store: AuditEventStore, { actorId = '', at }: StoredAuditEvent): boolean {
  const since = Math.floor(at / minute)
  const current = denials.get(store)
  const { counts } = current?.since === since ? current : { counts: new Map<string, number>() }
  if (current?.since !== since) denials.set(store, { since, counts })
  const count = (counts.get(actorId) ?? 0) + 1
  if (counts.size < mostCallers || counts.has(actorId)) counts.set(actorId, count)
  return count > denialsAMinute
}

/** One event for the caller and the minute, whichever process records it. */
function positionOfMinute({ actorId = '', at }: StoredAuditEvent): string {
  return `${auditPosition(Math.floor(at / minute) * minute)}-repeated-${digest(actorId).slice(0, 22)}`
}

/** The places that a process has given to the events of one store in its last millisecond. */
const lastPlaces = new WeakMap<AuditEventStore, { readonly at: number; readonly next: number }>()

/** @returns the first of the next places within the millisecond */
function takePlaces(store: AuditEventStore, at: number, count: number): number {
  const last = lastPlaces.get(store)
  const first = last?.at === at ? last.next : 0
  lastPlaces.set(store, { at, next: first + count })
  return first
}

/** Time, then the order within this process, then randomness: two processes never make the same. */
function position(at: number, place: number, random: string): string {
  return `${auditPosition(at)}-${String(place).padStart(7, '0')}-${random.slice(0, 10)}`
}
