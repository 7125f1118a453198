// What the audit trail says of whoever changed something here.
import type { AuditEvent, RequestContext, User } from '@symbolon/core-protocol'

export function callerFacts(caller: User, { remoteAddress }: Pick<RequestContext, 'remoteAddress'>): Pick<AuditEvent, 'actorId' | 'remoteAddress'> {
  return { actorId: caller.id, ...(remoteAddress === undefined ? {} : { remoteAddress }) }
}
