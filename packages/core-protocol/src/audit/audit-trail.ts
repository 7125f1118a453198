// The audit trail as a part. If it is composed, events are stored. Otherwise there is no table and nothing is written. Anybody can cause
// refused sign-ins, so their number is limited. Other events are never removed to make room for them.
import { define } from '../contract/part.ts'
import type { Context } from '../contract/context.ts'
import type { AnyAudit } from '../contract/part.ts'
import { siteNetworkAt } from '../http/address.ts'
import { auditPosition, refusalLimit } from '../ports/audit-event.ts'
import type { AuditEvent, AuditEventStore, AuditEventType } from '../ports/audit-event.ts'

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
  await stores.auditEvents.append(stored.filter(({ type }) => !refusals.has(type)))
  for (const refusal of stored.filter(({ type }) => refusals.has(type))) {
    await stores.auditEvents.appendRefusal(refusal, { source: siteNetworkAt(refusal.remoteAddress), limit: refusalLimit })
  }
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
