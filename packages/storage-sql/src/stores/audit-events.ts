// The audit trail. Events that strangers cause have limited room.
import { auditPosition, auditRetention } from '@symbolon/core-protocol'
import type { AuditEventStore, AuditEventType, StoredAuditEvent } from '@symbolon/core-protocol'
import type { Kysely, Selectable } from 'kysely'
import { chunks, chunkSize } from '../directory/any-table.ts'
import { parseStored } from '../sql/json.ts'
import type { AuditEventsTable, Database } from '../database.ts'
import { type BoundedRows, roomFor } from '../sql/bounded-rows.ts'

export function auditEventStore(db: Kysely<Database>): AuditEventStore {
  const withRoom = roomFor(refusalsBySource(db))
  return {
    async append(events) {
      if (events.length === 0) return
      if (events.length <= chunkSize) return await insert(db, events)
      await db.transaction().execute(async (trx) => {
        for (const some of chunks(events, chunkSize)) await insert(trx, some)
      })
    },
    async appendRefusal(event, { source, limit }) {
      await withRoom(1, limit, async () => await insert(db, [event], source))
    },
    async list({ before, limit }) {
      const newest = db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(limit)
      const rows = await (before === undefined ? newest : newest.where('id', '<', before)).execute()
      return rows.map(toEvent)
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('audit_events').select('id').where('id', '<=', auditPosition(now - auditRetention)).orderBy('id').limit(limit)
      return (await db.deleteFrom('audit_events').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

async function insert(db: Kysely<Database>, events: readonly StoredAuditEvent[], source: string | null = null): Promise<void> {
  await db.insertInto('audit_events').values(events.map((event) => ({
    id: event.id,
    at: event.at,
    type: event.type,
    actor_id: event.actorId ?? null,
    client_id: event.clientId ?? null,
    subject_kind: event.subject?.kind ?? null,
    subject_id: event.subject?.id ?? null,
    org_id: event.orgId ?? null,
    remote_address: event.remoteAddress ?? null,
    details: event.details === undefined ? null : JSON.stringify(event.details),
    source,
  }))).execute()
}

function refusalsBySource(db: Kysely<Database>): BoundedRows {
  return {
    async list() {
      const rows = await db.selectFrom('audit_events')
        .select(({ fn }) => ['source', fn.countAll<number | string>().as('events')])
        .where('source', 'is not', null)
        .groupBy('source')
        .orderBy('events', 'desc').orderBy(({ fn }) => fn.min('id'))
        .execute()
      return rows.map(({ source, events }) => ({ source: source ?? '', size: Number(events), rows: Number(events) }))
    },
    async remove(source, events) {
      const oldest = db.selectFrom('audit_events').select('id').where('source', '=', source).orderBy('id').limit(events)
      return (await db.deleteFrom('audit_events').where('id', 'in', oldest).returning('id').execute()).map(() => 1)
    },
  }
}

function toEvent(row: Selectable<AuditEventsTable>): StoredAuditEvent {
  return {
    id: row.id,
    at: row.at,
    type: row.type as AuditEventType,
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    ...(row.client_id === null ? {} : { clientId: row.client_id }),
    ...(row.subject_kind === null || row.subject_id === null ? {} : { subject: { kind: row.subject_kind, id: row.subject_id } }),
    ...(row.org_id === null ? {} : { orgId: row.org_id }),
    ...(row.remote_address === null ? {} : { remoteAddress: row.remote_address }),
    ...(row.details === null ? {} : { details: parseStored(row.details) }),
  }
}
