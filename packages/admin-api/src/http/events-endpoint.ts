// `GET /admin/v1/events`: the audit trail, page by page, the newest event first.
import { json } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { administrativeEndpoint, RestError } from '@symbolon/rest'

const largestPage = 1000
const usualPage = 100

/** Query: `limit` (at most 1000), `before` (the `id` of the last event of the page before). */
export const eventsEndpoint: AnyEndpoint = administrativeEndpoint({
  name: 'audit events',
  path: '/admin/v1/events',
  method: 'GET',
  access: 'owner',
  freshProof: 'methods',
  stores: ['auditEvents'],
  async handle(request, _owner, context) {
    const searchParams = new URLSearchParams(request.query)
    const limit = searchParams.get('limit') ?? String(usualPage)
    if (!/^[1-9][0-9]{0,3}$/.test(limit) || Number(limit) > largestPage) {
      throw new RestError('query_malformed', `limit must be a number from 1 to ${largestPage}.`)
    }
    const before = searchParams.get('before')
    if (before !== null && !/^[0-9]{15}-[0-9]{7}-[A-Za-z0-9_-]{10}$/.test(before)) {
      throw new RestError('query_malformed', 'before must be the id of the last event of the previous page.')
    }
    const events = await context.stores.auditEvents.list({ limit: Number(limit), ...(before === null ? {} : { before }) })
    return json(200, { events: events.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() })) })
  },
})
