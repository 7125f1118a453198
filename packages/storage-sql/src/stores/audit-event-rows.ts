// The rows of the audit trail, and the events that they are.
import { personOf } from '@symbolon/core-protocol'
import type { AuditEventType, StoredAuditEvent } from '@symbolon/core-protocol'
import type { Generated, Insertable, Selectable } from 'kysely'
import { json, rowMapping } from '../sql/row-mapping.ts'

/** One event. */
export interface AuditEventsTable {
  /** Time and randomness as text whose order is the order of time. */
  readonly id: string
  readonly at: number
  readonly type: AuditEventType
  readonly actor_id: string | null
  readonly client_id: string | null
  readonly subject_kind: string | null
  readonly subject_id: string | null
  readonly org_id: string | null
  readonly remote_address: string | null
  readonly details: string | null
  /** The source of an event that any caller can cause; null for other events. */
  readonly source: string | null
  /** The person whom it is about. */
  readonly person_id: string | null
  /** 1 for an event that any caller can cause. */
  readonly refused: number
  /** How many further events this one stands for. */
  readonly repeated: Generated<number>
}

/** The table of this store. */
export interface AuditEventTables {
  readonly audit_events: AuditEventsTable
}

const { toRow, toRecord } = rowMapping<AuditEventsTable, Omit<StoredAuditEvent, 'subject'>>()({
  id: 'id',
  at: 'at',
  type: 'type',
  actorId: 'actor_id',
  clientId: 'client_id',
  orgId: 'org_id',
  remoteAddress: 'remote_address',
  details: json('details'),
})

/** The event of a row. */
export function toEvent(row: Selectable<AuditEventsTable>): StoredAuditEvent {
  const { subject_kind: kind, subject_id: id, repeated } = row
  const event = { ...toRecord(row), ...(kind === null || id === null ? {} : { subject: { kind, id } }) }
  return repeated === 0 ? event : { ...event, details: { ...event.details, repeated: Number(repeated) } }
}

/** @param source of an event that any caller can cause; null for other events */
export function toAuditRow(event: StoredAuditEvent, source: string | null): Insertable<AuditEventsTable> {
  return {
    ...toRow(event),
    subject_kind: event.subject?.kind ?? null,
    subject_id: event.subject?.id ?? null,
    source,
    person_id: personOf(event) ?? null,
    refused: source === null ? 0 : 1,
  }
}
