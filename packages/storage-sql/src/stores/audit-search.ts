// Searches of the audit trail. One index leads to the events that are read, and further filters are applied to a bounded number of those:
// an administrator must not hold up the service with a filter that no event meets.
import { auditPosition } from '@symbolon/core-protocol'
import type { AuditEventQuery, FoundAuditEvents } from '@symbolon/core-protocol'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { toEvent } from './audit-event-rows.ts'
import type { AuditEventTables } from './audit-event-rows.ts'

/** Events that one call reads: about five milliseconds. */
const mostSearched = 2000

type Events = SelectQueryBuilder<AuditEventTables, 'audit_events', object>

/** Selects events by filters that one index serves, the newest first. */
export function selectEvents(db: Kysely<AuditEventTables>, { before, orgId, actorId, subject, type, from, to }: AuditEventQuery): Events {
  return db
    .selectFrom('audit_events')
    .$if(before !== undefined, (some) => some.where('id', '<', before ?? ''))
    .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? ''))
    .$if(actorId !== undefined, (some) => some.where('actor_id', '=', actorId ?? ''))
    .$if(subject !== undefined, (some) => some.where('subject_kind', '=', subject?.kind ?? '').where('subject_id', '=', subject?.id ?? ''))
    .$if(type !== undefined, (some) => some.where('type', '=', type ?? 'login_failed'))
    .$if(from !== undefined, (some) => some.where('id', '>=', auditPosition(from ?? 0)))
    .$if(to !== undefined, (some) => some.where('id', '<', auditPosition(to ?? 0)))
    .orderBy('id', 'desc')
}

type Filter = 'subject' | 'orgId' | 'actorId' | 'type'

/**
 * The filters that the index serves: a subject has few events, and what an organization searches are its own.
 * @returns the others as well, which the rows that were read are compared with
 */
function dividedFilters(query: AuditEventQuery): { readonly served: AuditEventQuery; readonly others: readonly Filter[] } {
  const given = (['subject', 'orgId', 'actorId', 'type'] as const).filter((name) => query[name] !== undefined)
  const [first] = given
  const served: readonly Filter[] = first === undefined ? [] : first === 'orgId' && query.type !== undefined ? ['orgId', 'type'] : [first]
  const others = given.filter((name) => !served.includes(name))
  return {
    served: Object.fromEntries(Object.entries(query).filter(([name]) => !others.some((other) => other === name))) as AuditEventQuery,
    others,
  }
}

/** @returns the newest events that meet the filters, of at most `mostSearched` that are read */
export async function searchEvents(db: Kysely<AuditEventTables>, query: AuditEventQuery): Promise<FoundAuditEvents> {
  const { served, others } = dividedFilters(query)
  const { limit, orgId, actorId, subject, type } = query
  const isAsked = (name: Filter): boolean => others.includes(name)
  const rows = await db
    .selectFrom(
      selectEvents(db, served)
        .selectAll()
        .limit(others.length === 0 ? limit + 1 : mostSearched)
        .as('read'),
    )
    .selectAll()
    .$if(isAsked('orgId'), (some) => some.where('org_id', '=', orgId ?? ''))
    .$if(isAsked('actorId'), (some) => some.where('actor_id', '=', actorId ?? ''))
    .$if(isAsked('subject'), (some) => some.where('subject_kind', '=', subject?.kind ?? '').where('subject_id', '=', subject?.id ?? ''))
    .$if(isAsked('type'), (some) => some.where('type', '=', type ?? 'login_failed'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(toEvent)
  const next = rows.length > limit ? events.at(-1)?.id : others.length === 0 ? undefined : await lastRead(db, served)
  return next === undefined ? { events } : { events, next }
}

/** @returns the id of the last event that was read; undefined where no older one is left */
async function lastRead(db: Kysely<AuditEventTables>, served: AuditEventQuery): Promise<string | undefined> {
  const row = await selectEvents(db, served)
    .select('id')
    .limit(1)
    .offset(mostSearched - 1)
    .executeTakeFirst()
  return row?.id
}
