// The audit trail as a part: composed, events are stored; not composed, there is no table and nothing is written.
import { defineAudit } from './part.ts'
import type { AnyAudit, Context } from './part.ts'
import { auditPosition } from './ports/audit-event.ts'
import type { AuditEvent } from './ports/audit-event.ts'

export const auditTrail: AnyAudit = defineAudit({ name: 'audit trail', stores: ['auditEvents'], record: recordAuditEvents })

/** Stores the events in their order, at the present. */
export async function recordAuditEvents(
  events: readonly AuditEvent[],
  { now, randomToken, stores }: Pick<Context<'auditEvents'>, 'now' | 'randomToken' | 'stores'>,
): Promise<void> {
  const at = now()
  await stores.auditEvents.append(events.map((event, index) => ({ ...event, at, id: position(at, index, randomToken()) })))
}

/** Time, then the order within one call, then randomness: two processes never make the same. */
function position(at: number, index: number, random: string): string {
  return `${auditPosition(at)}-${String(index).padStart(7, '0')}-${random.slice(0, 10)}`
}
