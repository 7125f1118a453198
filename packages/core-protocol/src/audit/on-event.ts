// Reports to the host what happened, by the events of the audit trail.
import { define } from '../contract/part.ts'
import type { AnyAudit } from '../contract/part.ts'
import type { AuditEvent } from '../ports/audit-event.ts'

/** An event as the host receives it. */
export interface HostEvent extends AuditEvent {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * Calls a function of the host for each event: `audit: [auditTrail, onEvent((event) => queue.add(event))]`. No answer waits for it, and an
 * error of it is logged. Events that must not be lost belong to a part of kind `audit`, which is essential unless it says otherwise.
 */
export function onEvent(listener: (event: HostEvent) => unknown): AnyAudit {
  if (typeof listener !== 'function')
    throw Object.assign(new TypeError('onEvent() takes a function: onEvent((event) => queue.add(event)).'), { code: 'option_missing' })
  return define({
    kind: 'audit',
    name: 'event listener',
    stores: [],
    essential: false,
    async record(events, { now }) {
      const at = now()
      // A copy: what the listener does to it reaches no other sink.
      for (const event of events) await listener({ ...structuredClone(event), at })
    },
  })
}
