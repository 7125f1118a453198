// The audit trail as a part. If it is composed, events are stored. Otherwise there is no table and nothing is written. Anybody can cause
// refused sign-ins, so their number is limited. Other events are never removed to make room for them.
import { define } from '../contract/part.ts'
import type { Context } from '../contract/context.ts'
import type { AnyAudit } from '../contract/part.ts'
import { siteNetworkAt } from '../http/address.ts'
import { auditPosition, refusalLimit } from '../ports/audit-event.ts'
import type { AuditEvent, AuditEventType } from '../ports/audit-event.ts'

const refusals: ReadonlySet<AuditEventType> = new Set(['login_failed', 'second_factor_failed'])

/** The audit trail: stores events in the `auditEvents` store. */
export const auditTrail: AnyAudit = define({ kind: 'audit', name: 'audit trail', stores: ['auditEvents'], record: recordAuditEvents })

/** Stores the events in their order, at the present. */
export async function recordAuditEvents(
  events: readonly AuditEvent[],
  { now, randomToken, stores }: Pick<Context<'auditEvents'>, 'now' | 'randomToken' | 'stores'>,
): Promise<void> {
  const at = now()
  const stored = events.map((event, index) => ({ ...event, at, id: position(at, index, randomToken()) }))
  await stores.auditEvents.append(stored.filter(({ type }) => !refusals.has(type)))
  for (const refusal of stored.filter(({ type }) => refusals.has(type))) {
    await stores.auditEvents.appendRefusal(refusal, { source: siteNetworkAt(refusal.remoteAddress), limit: refusalLimit })
  }
}

/** Time, then the order within one call, then randomness: two processes never make the same. */
function position(at: number, index: number, random: string): string {
  return `${auditPosition(at)}-${String(index).padStart(7, '0')}-${random.slice(0, 10)}`
}
