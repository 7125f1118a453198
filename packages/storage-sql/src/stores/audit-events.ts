// The audit trail. Events that anybody can cause, such as failed sign-ins, have limited space.
import { auditPosition, auditRetention, personOf } from '@symbolon/core-protocol'
import type { AuditEventStore, AuditEventType, StoredAuditEvent } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Generated, InsertQueryBuilder, InsertResult, Kysely, Selectable } from 'kysely'
import { boundedInsert } from '../sql/bounded-rows.ts'
import type { BoundedRows } from '../sql/bounded-rows.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

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
  /** The source of an event that anybody can cause; null for other events. */
  readonly source: string | null
  /** The person whom it is about. */
  readonly person_id: string | null
  /** 1 for an event that anybody can cause. */
  readonly refused: number
  /** How many further events this one stands for. */
  readonly repeated: Generated<number>
}

/** The table of this store. */
export interface AuditEventTables {
  readonly audit_events: AuditEventsTable
}

/** The migrations of this store. */
export function auditEventMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-audit-events': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        await table('audit_events', (t) =>
          integer(t.addColumn('id', 'text', key), 'at')
            .addColumn('type', 'text', required)
            .addColumn('actor_id', 'text')
            .addColumn('client_id', 'text')
            .addColumn('subject_kind', 'text')
            .addColumn('subject_id', 'text')
            .addColumn('org_id', 'text')
            .addColumn('remote_address', 'text')
            .addColumn('details', 'text'),
        )
      },
    },
    '002-room': {
      async up(db) {
        const { addText, index } = schemaOf(db, dialect)
        await addText('audit_events', 'source')
        // Existing events that anybody could cause count towards the limit.
        await sql`update audit_events set source = coalesce(remote_address, 'unknown') where type in ('login_failed', 'second_factor_failed')`.execute(
          db,
        )
        await index('audit_events', ['source', 'id'])
      },
    },
    '003-of-person': {
      async up(db) {
        const { addInteger, addText, index } = schemaOf(db, dialect)
        await addText('audit_events', 'person_id')
        await addInteger('audit_events', 'refused', (column) => column.notNull().defaultTo(0))
        // As `personOf` decides.
        await sql`update audit_events set person_id = case
          when subject_kind in ('user', 'humanUser', 'userLink') then subject_id
          when subject_kind is null or subject_kind = 'session' then actor_id
        end, refused = case when source is null then 0 else 1 end`.execute(db)
        await index('audit_events', ['person_id', 'refused', 'id'])
      },
    },
    '004-filters': {
      async up(db) {
        const { index } = schemaOf(db, dialect)
        await index('audit_events', ['org_id', 'id'])
        await index('audit_events', ['actor_id', 'id'])
        await index('audit_events', ['subject_kind', 'subject_id', 'id'])
      },
    },
    '005-of-type': {
      async up(db) {
        const { index } = schemaOf(db, dialect)
        await index('audit_events', ['type', 'id'])
        await index('audit_events', ['org_id', 'type', 'id'])
      },
    },
    '006-repeated': {
      async up(db) {
        await schemaOf(db, dialect).addInteger('audit_events', 'repeated', (column) => column.notNull().defaultTo(0))
      },
    },
  }
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

/** Stores audit events. */
export function auditEventStore(db: Kysely<AuditEventTables>, dialect: SqlDialect): AuditEventStore {
  const insertWithinLimit = boundedInsert(eventsBySource(db))
  return {
    async append(events) {
      if (events.length === 0) return
      if (events.length <= chunkSize) return await insert(db, events)
      await db.transaction().execute(async (trx) => {
        for (const some of chunks(events, chunkSize)) await insert(trx, some)
      })
    },
    async appendRefusal(event, { source, limit }) {
      await insertWithinLimit(1, limit, async () => await insert(db, [event], source))
    },
    async appendRepeated(event) {
      await insertion(db, [event])
        .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ repeated: eb('audit_events.repeated', '+', 1) })))
        .execute()
    },
    async list({ before, limit, orgId, actorId, subject, type, from, to }) {
      const rows = await db
        .selectFrom('audit_events')
        .selectAll()
        .$if(before !== undefined, (some) => some.where('id', '<', before ?? ''))
        .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? ''))
        .$if(actorId !== undefined, (some) => some.where('actor_id', '=', actorId ?? ''))
        .$if(subject !== undefined, (some) =>
          some.where('subject_kind', '=', subject?.kind ?? '').where('subject_id', '=', subject?.id ?? ''),
        )
        .$if(type !== undefined, (some) => some.where('type', '=', type ?? 'login_failed'))
        .$if(from !== undefined, (some) => some.where('id', '>=', auditPosition(from ?? 0)))
        .$if(to !== undefined, (some) => some.where('id', '<', auditPosition(to ?? 0)))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toEvent)
    },
    async countBetween({ type, orgId, times, most }) {
      if (times.length < 2) return []
      // One statement that is soon compiled, and reads an index alone.
      const bounds = times
        .slice(1)
        .map(
          (until, index) =>
            sql`(cast(${index} as integer), cast(${auditPosition(times[index] ?? until)} as text), cast(${auditPosition(until)} as text))`,
        )
      const place = orgId === undefined ? sql`` : sql`org_id = ${orgId} and `
      const { rows } = await sql<{ readonly events: number | string }>`with bounds (place, lower, upper) as (values ${sql.join(bounds)})
        select (select count(*) from (select id from audit_events
          where ${place}type = ${type} and id >= bounds.lower and id < bounds.upper limit ${most}) as counted) as events
        from bounds order by place`.execute(db)
      return rows.map(({ events }) => Number(events))
    },
    async listOfPerson(personId, { refused, limit }) {
      const rows = await db
        .selectFrom('audit_events')
        .selectAll()
        .where('person_id', '=', personId)
        .where('refused', '=', refused ? 1 : 0)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toEvent)
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db
          .selectFrom('audit_events')
          .select('id')
          .where('id', '<=', auditPosition(now - auditRetention))
          .orderBy('id')
          .limit(limit),
        dialect,
      )
      return (await db.deleteFrom('audit_events').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

function toEvent(row: Selectable<AuditEventsTable>): StoredAuditEvent {
  const { subject_kind: kind, subject_id: id, repeated } = row
  const event = { ...toRecord(row), ...(kind === null || id === null ? {} : { subject: { kind, id } }) }
  return repeated === 0 ? event : { ...event, details: { ...event.details, repeated: Number(repeated) } }
}

async function insert(db: Kysely<AuditEventTables>, events: readonly StoredAuditEvent[], source: string | null = null): Promise<void> {
  await insertion(db, events, source).execute()
}

function insertion(
  db: Kysely<AuditEventTables>,
  events: readonly StoredAuditEvent[],
  source: string | null = null,
): InsertQueryBuilder<AuditEventTables, 'audit_events', InsertResult> {
  return db.insertInto('audit_events').values(
    events.map((event) => ({
      ...toRow(event),
      subject_kind: event.subject?.kind ?? null,
      subject_id: event.subject?.id ?? null,
      source,
      person_id: personOf(event) ?? null,
      refused: source === null ? 0 : 1,
    })),
  )
}

function eventsBySource(db: Kysely<AuditEventTables>): BoundedRows {
  return {
    async list() {
      const rows = await db
        .selectFrom('audit_events')
        .select(({ fn }) => ['source', fn.countAll<number | string>().as('events')])
        .where('source', 'is not', null)
        .groupBy('source')
        .orderBy('events', 'desc')
        .orderBy(({ fn }) => fn.min('id'))
        .execute()
      return rows.map(({ source, events }) => ({ source: source ?? '', size: Number(events), rows: Number(events) }))
    },
    async remove(source, events) {
      const oldest = db.selectFrom('audit_events').select('id').where('source', '=', source).orderBy('id').limit(events)
      return (await db.deleteFrom('audit_events').where('id', 'in', oldest).returning('id').execute()).map(() => 1)
    },
  }
}
