// Records what a user changed of the ways to sign in.
import type { AuditEvent, RequestContext, User } from '@symbolon/core-protocol'
import { remoteAddressOf } from '@symbolon/login'

/** Writes the change to the log and to the audit trail. */
export async function recordChange(
  type: AuditEvent['type'],
  { id, orgId }: User,
  details: NonNullable<AuditEvent['details']>,
  context: RequestContext,
): Promise<void> {
  context.log.info(type, { userId: id, ...details })
  await context.audit({ type, actorId: id, subject: { kind: 'user', id }, orgId, ...remoteAddressOf(context), details })
}
