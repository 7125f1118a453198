// The events of the audit trail about a user.
import { PageNotFound } from '@symbolon/core-protocol'
import type { RequestContext } from '@symbolon/core-protocol'
import { namesFor } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import { html } from 'hono/html'
import { plainName } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { sentence } from '../trail/event-row.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { framedInUser, tabs, userOf } from './user.ts'

/** How many events are shown. Refusals need no sign-in, so they take at most a fourth. */
const [shown, refusals] = [100, 25]

/**
 * `GET /ui/console/orgs/:orgId/users/:userId/history`.
 * @throws PageNotFound without the right to read the audit trail of the organization
 */
export async function historyPage(visit: Visit, { stores, vendor, registry }: RequestContext<'auditEvents'>): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { texts, visitor, management } = visit
  if (!holds(visitor.caller, 'events.read', { orgId: user.orgId })) throw new PageNotFound()
  const { users, language } = texts
  const [events, refused] = await Promise.all([
    stores.auditEvents.listOfPerson(user.id, { refused: false, limit: shown - refusals }),
    stores.auditEvents.listOfPerson(user.id, { refused: true, limit: refusals }),
  ])
  const all = [...events, ...refused].filter(({ orgId }) => orgId === undefined || orgId === user.orgId)
  const newest = all.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const view = { texts, declared: registry.auditEvents, names: await namesFor(newest, management), vendor }
  return {
    ...(await framedInUser(visit, user)),
    title: `${users.tabs.history} · ${plainName(user.displayName)}`,
    main: html`${tabs(user, 'history', visit)}
${
  newest.length === 0
    ? html`<p class="empty card">${users.history.empty}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${users.history.at}</th><th scope="col">${users.history.what}</th></tr></thead>
<tbody>${newest.map((event) => html`<tr><td>${timeOf(event.at, language)}</td><td>${sentence(event, view)}</td></tr>`)}</tbody></table></div>`
}`,
  }
}
