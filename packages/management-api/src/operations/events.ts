// Reading the audit trail: of the instance, or of one organization.
import type { AuditEventQuery, RequestContext, StoredAuditEvent } from '@symbolon/core-protocol'
import { may } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import { noteAsked } from './context.ts'
import type { Management } from './context.ts'

/** A page of events. */
export interface EventPage {
  /** The newest first. */
  readonly items: readonly StoredAuditEvent[]
  /** What the next call gives as `before`; absent at the end. With several filters a page may have few items, or none, and go on. */
  readonly next?: string
}

/**
 * Reads one page of the audit trail.
 * @param query with `orgId`: the events of this organization alone
 * @throws RestError permission_denied
 */
export async function listEvents(
  query: AuditEventQuery,
  management: Management,
  { stores }: Pick<RequestContext<'auditEvents'>, 'stores'>,
): Promise<EventPage> {
  const { orgId } = query
  noteAsked(management, { action: 'list', subject: 'event' })
  const refusal = may(management.rights, 'list', 'event', orgId === undefined ? {} : { orgId })
  if (refusal !== undefined) throw new RestError('permission_denied', refusal.message)
  const { events, next } = await stores.auditEvents.search(query)
  return next === undefined ? { items: events } : { items: events, next }
}
