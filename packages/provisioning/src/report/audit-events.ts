// What an applied document leaves in the audit trail: an event for every object that it touched, with the names of changed
// members and never their values.
import type { AuditEvent, AuditEventType } from '@symbolon/core-protocol'
import type { ApplyAction, ApplyReport } from './apply-report.ts'

const types: Partial<Record<ApplyAction, AuditEventType>> = {
  created: 'resource_created',
  changed: 'resource_changed',
  removed: 'resource_removed',
}

export function auditEventsOf(report: ApplyReport): readonly AuditEvent[] {
  return report.entries.flatMap(({ action, kind, key, changed }): AuditEvent[] => {
    const type = types[action]
    if (type === undefined) return []
    const details = changed === undefined || changed.length === 0 ? {} : { details: { changed: changed.join(', ') } }
    return [{ type, subject: { kind, id: key.join('/') }, ...details }]
  })
}
