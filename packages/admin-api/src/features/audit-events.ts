// What a change of features leaves in the audit trail: an event for each flag that is not as it was.
import type { AuditEvent, FeatureChange } from '@symbolon/core-protocol'

export function featureEvents({ before, after }: FeatureChange): readonly AuditEvent[] {
  return [...new Set([...Object.keys(before.flags), ...Object.keys(after.flags)])].flatMap((id): AuditEvent[] => {
    const [was, is] = [before.flags[id], after.flags[id]]
    if (was === is) return []
    return [{ type: 'feature_changed', subject: { kind: 'feature', id }, details: { before: was ?? 'unset', after: is ?? 'unset' } }]
  })
}
