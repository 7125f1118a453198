// Counts audit events, and passes them to the composed sinks. No sink changes an answer. An error of an essential sink fails the request; an error of
// another sink is logged.
import type { AnyAudit, AuditEvent, Context, Log, Metrics } from '@symbolon/core-protocol'
import type { ContextOf } from './compose/registry.ts'
import { codeReuse, lockouts, refreshReuse, signIns } from './metrics/declared.ts'

/** The sinks of an open provider. */
export interface AuditSinks {
  /** Resolves when the essential sinks have recorded the events. @throws what an essential sink throws */
  readonly record: Context['audit']
  /** Resolves when the other sinks have recorded the events that were passed to them. */
  settled(): Promise<void>
}

/** Where failures are logged, and where events are counted. */
export interface AuditSurroundings {
  readonly log: Log
  readonly metrics: Metrics
}

/** @param contextOf called at the first event, when every context can be made */
export function auditSinks(sinks: readonly AnyAudit[], contextOf: ContextOf, { log, metrics }: AuditSurroundings): AuditSinks {
  const underWay = new Set<Promise<void>>()
  const record = async (sink: AnyAudit, events: readonly AuditEvent[]): Promise<void> => await sink.record(events, contextOf(sink))

  /** Records without being waited for. */
  function recordAside(sink: AnyAudit, events: readonly AuditEvent[]): void {
    const recording = record(sink, events)
      .catch((error: unknown) => log.error('audit_sink_failed', { sink: sink.name, reason: String(error) }))
      .finally(() => underWay.delete(recording))
    underWay.add(recording)
  }

  return {
    async record(...events) {
      for (const event of events) countEvent(event, metrics)
      const essential: AnyAudit[] = []
      for (const sink of sinks) {
        if (sink.essential === false) recordAside(sink, events)
        else essential.push(sink)
      }
      await Promise.all(essential.map(async (sink) => await record(sink, events)))
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}

/** Counts the event, if a metric is about it, whether or not a sink is composed. */
function countEvent({ type, details }: AuditEvent, metrics: Metrics): void {
  if (details?.['blocks'] === true) metrics.count(lockouts, {})
  if (type === 'login_succeeded') metrics.count(signIns, { step: 'sign_in', outcome: 'succeeded' })
  else if (type === 'login_failed') metrics.count(signIns, { step: 'first_factor', outcome: 'failed' })
  else if (type === 'second_factor_checked') metrics.count(signIns, { step: 'second_factor', outcome: 'succeeded' })
  else if (type === 'second_factor_failed') metrics.count(signIns, { step: 'second_factor', outcome: 'failed' })
  else if (type === 'authorization_code_reused') metrics.count(codeReuse, {})
  else if (type === 'refresh_token_reused') metrics.count(refreshReuse, {})
}
