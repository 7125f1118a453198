// What the audit trail says about a user.
import { PageNotFound } from '@symbolon/core-protocol'
import type { RequestContext, StoredAuditEvent } from '@symbolon/core-protocol'
import { holds } from '@symbolon/permissions'
import { html } from 'hono/html'
import { isolatedName, plainName } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { framedInUser, tabs, userOf } from './user.ts'

/** How many events are shown. Anybody can cause refusals: they take no more than a fourth. */
const [shown, refusals] = [100, 25]

/**
 * `GET /ui/console/orgs/:orgId/users/:userId/history`.
 * @throws PageNotFound without the right to read the audit trail of the organization
 */
export async function historyPage(visit: Visit, { stores }: RequestContext<'auditEvents'>): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { texts, visitor } = visit
  if (!holds(visitor.caller, 'events.read', { orgId: user.orgId })) throw new PageNotFound()
  const { users, language } = texts
  const [events, refused] = await Promise.all([
    stores.auditEvents.listOfPerson(user.id, { refused: false, limit: shown - refusals }),
    stores.auditEvents.listOfPerson(user.id, { refused: true, limit: refusals }),
  ])
  const all = [...events, ...refused].filter(({ orgId }) => orgId === undefined || orgId === user.orgId)
  const newest = all.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const actors = await namesOf(newest, visit)
  const by = ({ actorId }: StoredAuditEvent): ReturnType<typeof html> | string => {
    if (actorId === undefined) return ''
    return actorId === user.id ? users.history.self : isolatedName(actors.get(actorId) ?? actorId)
  }
  return {
    ...(await framedInUser(visit, user)),
    title: `${users.tabs.history} · ${plainName(user.displayName)}`,
    main: html`${tabs(user, 'history', visit)}
${
  newest.length === 0
    ? html`<p class="empty card">${users.history.empty}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${users.history.at}</th><th scope="col">${users.history.what}</th><th scope="col">${users.history.by}</th></tr></thead>
<tbody>${newest.map((event) => html`<tr><td>${timeOf(event.at, language)}</td><td>${whatOf(event)}</td><td>${by(event)}</td></tr>`)}</tbody></table></div>`
}`,
  }
}

/** The type of the event and its details, as the audit trail has them. */
function whatOf({ type, details = {} }: StoredAuditEvent): string {
  const facts = Object.entries(details).map(([name, value]) => `${name}: ${String(value)}`)
  return facts.length === 0 ? type : `${type} (${facts.join(', ')})`
}

/** Names are not part of the trail. Those of users of other organizations are not told. */
async function namesOf(events: readonly StoredAuditEvent[], { management, visitor }: Visit): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))]
  const found = await Promise.all(ids.map(async (id) => await management.context.stores.users.find(id)))
  const visible = found.filter((user) => user !== undefined && holds(visitor.caller, 'user.read', { orgId: user.orgId }))
  return new Map(visible.flatMap((user) => (user === undefined ? [] : [[user.id, user.displayName]])))
}
