// Searches of the audit trail. One index leads to the events that are read, and further filters are applied to a bounded number of those:
// an administrator must not hold up the service with a filter that no event meets.
import { auditPosition } from '@symbolon/core-protocol'
import type { AuditEventQuery, FoundAuditEvents } from '@symbolon/core-protocol'
import { expressionBuilder } from 'kysely'
import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import { toEvent } from './audit-event-rows.ts'
import type { AuditEventTables } from './audit-event-rows.ts'

/** Events that one call reads: about five milliseconds. */
const mostSearched = 2000

type Events = SelectQueryBuilder<AuditEventTables, 'audit_events', object>

/** Selects the events that meet every filter, the newest first. */
export function selectEvents(db: Kysely<AuditEventTables>, query: AuditEventQuery): Events {
  const { before, from, to } = query
  return db
    .selectFrom('audit_events')
    .$if(before !== undefined, (some) => some.where('id', '<', before ?? ''))
    .where((eb) => eb.and(conditionsOf(query)))
    .$if(from !== undefined, (some) => some.where('id', '>=', auditPosition(from ?? 0)))
    .$if(to !== undefined, (some) => some.where('id', '<', auditPosition(to ?? 0)))
    .orderBy('id', 'desc')
}

/** The filters as conditions on a row, of the table or of a query that has its columns. */
function conditionsOf({ orgId, actorId, subject, type }: Pick<AuditEventQuery, Filter>): readonly Expression<SqlBool>[] {
  const eb = expressionBuilder<AuditEventTables, 'audit_events'>()
  return [
    ...(orgId === undefined ? [] : [eb('org_id', '=', orgId)]),
    ...(actorId === undefined ? [] : [eb('actor_id', '=', actorId)]),
    ...(subject === undefined ? [] : [eb('subject_kind', '=', subject.kind), eb('subject_id', '=', subject.id)]),
    ...(type === undefined ? [] : [eb('type', '=', type)]),
  ]
}

type Filter = 'subject' | 'orgId' | 'actorId' | 'type'

/**
 * The filters that the index serves: a subject has few events, and what an organization searches are its own.
 * @returns the others as well, which the rows that were read are compared with
 */
function dividedFilters(query: AuditEventQuery): { readonly served: AuditEventQuery; readonly others: Pick<AuditEventQuery, Filter> } {
  const { subject, orgId, actorId, type, ...place } = query
  if (subject !== undefined) return { served: { ...place, subject }, others: given({ orgId, actorId, type }) }
  if (orgId !== undefined) return { served: { ...place, ...given({ orgId, type }) }, others: given({ actorId }) }
  if (actorId !== undefined) return { served: { ...place, actorId }, others: given({ type }) }
  return { served: query, others: {} }
}

/** @returns the filters that are there */
function given(filters: { readonly [Name in Filter]?: AuditEventQuery[Name] | undefined }): Pick<AuditEventQuery, Filter> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** @returns the newest events that meet the filters, of at most `mostSearched` that are read */
export async function searchEvents(db: Kysely<AuditEventTables>, query: AuditEventQuery): Promise<FoundAuditEvents> {
  const { served, others } = dividedFilters(query)
  const isServed = Object.keys(others).length === 0
  const { limit } = query
  const rows = await db
    .selectFrom(
      selectEvents(db, served)
        .selectAll()
        .limit(isServed ? limit + 1 : mostSearched)
        .as('read'),
    )
    .selectAll()
    .where((eb) => eb.and(conditionsOf(others)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(toEvent)
  const next = rows.length > limit ? events.at(-1)?.id : isServed ? undefined : await lastRead(db, served, others)
  return next === undefined ? { events } : { events, next }
}

/**
 * The place of an event is its time. Where an organization searches for a subject, which may have events of other organizations, the search goes on
 * behind its own last event, and ends where none of the events that were read is its own: the caller learns nothing of the events of others.
 *
 * @returns the id of the last event that was read; undefined where no older one is left
 */
async function lastRead(
  db: Kysely<AuditEventTables>,
  served: AuditEventQuery,
  { orgId }: Pick<AuditEventQuery, 'orgId'>,
): Promise<string | undefined> {
  const row = await selectEvents(db, served)
    .select('id')
    .limit(1)
    .offset(mostSearched - 1)
    .executeTakeFirst()
  if (row === undefined || orgId === undefined) return row?.id
  const own = await db
    .selectFrom(selectEvents(db, served).select(['id', 'org_id']).limit(mostSearched).as('read'))
    .select('id')
    .where('org_id', '=', orgId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return own?.id
}
