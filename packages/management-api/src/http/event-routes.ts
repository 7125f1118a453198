// The routes of the audit trail.
import { allEventTypes, auditEventTypes, json } from '@symbolon/core-protocol'
import type { AuditEventQuery, Registry, StoredAuditEvent } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'
import type { JsonSchema } from '@symbolon/schema-v2'
import { namesFor } from '../operations/event-names.ts'
import type { EventNames } from '../operations/event-names.ts'
import { listEvents } from '../operations/events.ts'
import { listSignIns, mostSignIns } from '../operations/sign-ins.ts'
import { limitParameter, readFlag, readLimit } from './query.ts'
import type { Query, QueryParameter } from './query.ts'
import { defineRoute, listOf } from './route.ts'
import type { AnyRoute, Operation } from './route.ts'

const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

const parameters: readonly QueryParameter[] = [
  limitParameter,
  { name: 'before', description: 'The member `next` of the page before.', schema: text },
  { name: 'actorId', description: 'Only events of this user.', schema: text },
  { name: 'subjectKind', description: 'Only events about an object of this kind; together with `subjectId`.', schema: text },
  { name: 'subjectId', description: 'Only events about this object; together with `subjectKind`.', schema: text },
  { name: 'type', description: 'Only events of this type.', schema: { type: 'string', enum: auditEventTypes } },
  { name: 'from', description: 'Only events at this time or later.', schema: time },
  { name: 'to', description: 'Only events before this time.', schema: time },
  {
    name: 'names',
    description: 'Adds the names of the users and objects that events mention, if the caller may read them.',
    schema: { type: 'boolean', default: false },
  },
]

const eventSchema: JsonSchema = {
  title: 'AuditEvent',
  description: 'What happened. `names` is there when it was asked for.',
  type: 'object',
  required: ['id', 'at', 'type'],
  properties: {
    id: text,
    at: time,
    type: { type: 'string', enum: auditEventTypes },
    actorId: text,
    clientId: text,
    subject: { type: 'object', required: ['kind', 'id'], properties: { kind: text, id: text } },
    orgId: text,
    remoteAddress: text,
    details: { type: 'object' },
    names: { type: 'object', properties: { actor: text, subject: text, client: text, org: text } },
  },
}

const answer = {
  json: {
    title: 'AuditEventPage',
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', items: eventSchema },
      next: {
        ...text,
        description:
          'The `before` of the next page; absent at the end. A page of a search with several filters may have few items, or none, before the end.',
      },
    },
  },
}

const count = { type: 'integer', minimum: 0, maximum: mostSignIns }
const signInDaySchema: JsonSchema = {
  title: 'SignInDay',
  description: `The sign-ins of one day. No day is counted beyond ${mostSignIns}.`,
  type: 'object',
  required: ['date', 'succeeded', 'failed'],
  properties: { date: { type: 'string', format: 'date', description: 'The day, in UTC.' }, succeeded: count, failed: count },
}

const daysParameter: QueryParameter = {
  name: 'days',
  description: 'How many days, the present one included.',
  schema: { type: 'integer', minimum: 1, maximum: 90, default: 30 },
}

/** The routes of the audit trail, of the instance and of organizations. */
export const eventRoutes: readonly AnyRoute[] = [
  defineRoute({
    path: '/events',
    group: 'Audit trail',
    stores: ['auditEvents'],
    operations: { GET: listOperation('listEvents', 'Lists the audit trail of the instance, the newest event first') },
  }),
  defineRoute({
    path: '/orgs/:orgId/events',
    group: 'Audit trail',
    stores: ['auditEvents'],
    operations: { GET: listOperation('listOrgEvents', 'Lists the audit trail of an organization, the newest event first') },
  }),
  defineRoute({
    path: '/signIns',
    group: 'Audit trail',
    stores: ['auditEvents'],
    operations: { GET: signInsOperation('listSignIns', 'Counts the sign-ins of the last days, day by day') },
  }),
  defineRoute({
    path: '/orgs/:orgId/signIns',
    group: 'Audit trail',
    stores: ['auditEvents'],
    operations: { GET: signInsOperation('listOrgSignIns', 'Counts the sign-ins to an organization of the last days, day by day') },
  }),
]

function listOperation(id: string, summary: string): Operation<'auditEvents'> {
  return {
    id,
    permission: { action: 'list', subject: 'event' },
    summary,
    query: parameters,
    answer,
    status: 200,
    async handle({ parameters: { orgId }, query, management, context }) {
      const asked = { ...readEventQuery(query, context.registry), ...(orgId === undefined ? {} : { orgId }) }
      const { items, next } = await listEvents(asked, management, context)
      const names = readFlag(query, 'names') ? await namesFor(items, management) : undefined
      return json(200, { items: items.map((event) => shown(event, names)), ...(next === undefined ? {} : { next }) })
    },
  }
}

function signInsOperation(id: string, summary: string): Operation<'auditEvents'> {
  return {
    id,
    permission: { action: 'list', subject: 'event' },
    summary,
    query: [daysParameter],
    answer: listOf(signInDaySchema),
    status: 200,
    async handle({ parameters: { orgId }, query, management, context }) {
      const days = query.get('days') ?? '30'
      if (!/^[1-9]\d?$/.test(days) || Number(days) > 90) throw new RestError('query_malformed', 'days must be a number from 1 to 90.')
      const items = await listSignIns({ days: Number(days), ...(orgId === undefined ? {} : { orgId }) }, management, context)
      return json(200, { items })
    },
  }
}

function shown({ at, ...event }: StoredAuditEvent, names: EventNames | undefined): object {
  return { ...event, at: new Date(at).toISOString(), ...(names === undefined ? {} : { names: namesIn(event, names) }) }
}

function namesIn({ actorId, subject, clientId, orgId }: Omit<StoredAuditEvent, 'at'>, names: EventNames): object {
  const found = {
    actor: names.user(actorId),
    subject: subject === undefined ? undefined : names.subject(subject),
    client: names.client(clientId),
    org: names.org(orgId),
  }
  return Object.fromEntries(Object.entries(found).filter(([, name]) => name !== undefined))
}

/** @throws RestError query_malformed */
function readEventQuery(query: Query, { auditEvents }: Pick<Registry, 'auditEvents'>): AuditEventQuery {
  const [before, actorId, kind, id] = ['before', 'actorId', 'subjectKind', 'subjectId'].map((name) => query.get(name))
  if (before !== undefined && !/^[0-9]{15}-[0-9]{7}-[A-Za-z0-9_-]{10}$/.test(before)) {
    throw new RestError('query_malformed', 'before must be the id of the last event of the previous page.')
  }
  if ((kind === undefined) !== (id === undefined)) throw new RestError('query_malformed', 'subjectKind and subjectId belong together.')
  const type = query.get('type')
  const types = allEventTypes(auditEvents)
  const known = types.find((each) => each === type)
  if (type !== undefined && known === undefined) throw new RestError('query_malformed', `type must be one of ${types.join(', ')}.`)
  return {
    limit: readLimit(query),
    ...(before === undefined ? {} : { before }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(kind === undefined || id === undefined ? {} : { subject: { kind, id } }),
    ...(known === undefined ? {} : { type: known }),
    ...readTime(query, 'from'),
    ...readTime(query, 'to'),
  }
}

/** @throws RestError query_malformed */
function readTime(query: Query, name: 'from' | 'to'): Readonly<Partial<Record<'from' | 'to', number>>> {
  const value = query.get(name)
  if (value === undefined) return {}
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw new RestError('query_malformed', `${name} must be a time such as 2026-01-31T08:00:00Z, or a date.`)
  return { [name]: at }
}
