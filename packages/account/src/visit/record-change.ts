// Records in the audit trail what users change in their accounts.
import type { AuditEvent, RequestContext, User } from '@symbolon/core-protocol'
import { remoteAddressOf } from '@symbolon/login'

/** The members of the event. The subject is the user, unless a kind is given. */
type Change = Pick<AuditEvent, 'type' | 'details'> & { readonly kind?: string }

/** Writes the change to the audit trail, with the user as the actor. */
export async function recordChange({ id, orgId }: User, { kind = 'user', ...event }: Change, context: RequestContext): Promise<void> {
  await context.audit({ ...event, actorId: id, subject: { kind, id }, orgId, ...remoteAddressOf(context) })
}
