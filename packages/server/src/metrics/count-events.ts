// Counts what the audit trail records, whether or not a trail is composed.
import type { AuditEvent, Metrics } from '@symbolon/core-protocol'
import { codeReuse, lockouts, refreshReuse, signIns } from './declared.ts'

/** Counts the event, if a metric is about it. */
export function countEvent({ type, details }: AuditEvent, metrics: Metrics): void {
  if (details?.['blocks'] === true) metrics.count(lockouts, {})
  if (type === 'login_succeeded') metrics.count(signIns, { step: 'sign_in', outcome: 'succeeded' })
  else if (type === 'login_failed') metrics.count(signIns, { step: 'first_factor', outcome: 'failed' })
  else if (type === 'second_factor_checked') metrics.count(signIns, { step: 'second_factor', outcome: 'succeeded' })
  else if (type === 'second_factor_failed') metrics.count(signIns, { step: 'second_factor', outcome: 'failed' })
  else if (type === 'authorization_code_reused') metrics.count(codeReuse, {})
  else if (type === 'refresh_token_reused') metrics.count(refreshReuse, {})
}
