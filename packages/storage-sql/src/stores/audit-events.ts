// The audit trail. Events that unauthenticated requests cause, such as failed sign-ins, have limited space.
import { auditPosition, auditRetention } from '@symbolon/core-protocol'
import type { AuditEventStore, StoredAuditEvent } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import { boundedInsert } from '../sql/bounded-rows.ts'
import type { BoundedRows } from '../sql/bounded-rows.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'
import { toAuditRow, toEvent } from './audit-event-rows.ts'
import type { AuditEventTables } from './audit-event-rows.ts'
import { searchEvents, selectEvents } from './audit-search.ts'

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
        // Existing events that unauthenticated requests caused count towards the limit.
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
      await insertWithinLimit({ size: 1, limit, now: event.at }, async () => await insert(db, [event], source))
    },
    async appendRepeated(event) {
      await insertion(db, [event])
        .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ repeated: eb('audit_events.repeated', '+', 1) })))
        .execute()
    },
    async list(query) {
      const rows = await selectEvents(db, query).selectAll().limit(query.limit).execute()
      return rows.map(toEvent)
    },
    search: async (query) => await searchEvents(db, query),
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

async function insert(db: Kysely<AuditEventTables>, events: readonly StoredAuditEvent[], source: string | null = null): Promise<void> {
  await insertion(db, events, source).execute()
}

function insertion(
  db: Kysely<AuditEventTables>,
  events: readonly StoredAuditEvent[],
  source: string | null = null,
): InsertQueryBuilder<AuditEventTables, 'audit_events', InsertResult> {
  return db.insertInto('audit_events').values(events.map((event) => toAuditRow(event, source)))
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
