// The sessions of a user. A session ends together with the tokens that were issued in it.
import type { Answer, RequestContext, Session } from '@symbolon/core-protocol'
import { endUserSessions, listUserSessions, mayActOnUser } from '@symbolon/management-api'
import type { userSessionStores } from '@symbolon/management-api'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { framedInUser, tabs, userOf, userPath } from './user.ts'

type SessionContext = RequestContext<(typeof userSessionStores)[number]>

/** `GET /ui/console/orgs/:orgId/users/:userId/sessions`. */
export async function sessionsPage(visit: Visit, context: SessionContext): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { users } = visit.texts
  const { orgId, id: userId } = user
  const cursor = visit.query.get('cursor')
  const query = { limit: 50, ...(cursor === null ? {} : { cursor }) }
  const { items: sessions, next } = await listUserSessions({ orgId, userId }, query, visit.management, context)
  const mayEnd = await mayActOnUser(user, ['remove', 'session'], visit.management)
  return {
    ...(await framedInUser(visit, user)),
    title: `${users.tabs.sessions} · ${plainName(user.displayName)}`,
    main: html`${tabs(user, 'sessions', visit)}
${sessions.length > 0 ? table(sessions, mayEnd, visit) : next === undefined ? html`<p class="empty card">${users.sessions.empty}</p>` : ''}
${next === undefined ? '' : html`<p><a href="?${new URLSearchParams({ cursor: next }).toString()}" rel="next">${visit.texts.list.next}</a></p>`}
${sessions.length > 0 && mayEnd ? html`<p class="help">${users.sessions.final}</p><div class="actions">${endForm('', users.sessions.endAll, visit)}</div>` : ''}`,
  }
}

function table(sessions: readonly Session[], mayEnd: boolean, visit: Visit): Markup {
  const { users, language } = visit.texts
  const texts = users.sessions
  const device = ({ device: { browser, system } = {} }: Session): string =>
    [browser, system].filter((part) => part !== undefined).join(', ') || texts.unknownDevice
  return html`<div class="table"><table>
<thead><tr><th scope="col">${texts.device}</th><th scope="col">${texts.network}</th><th scope="col">${texts.since}</th><th scope="col">${texts.lastUsed}</th><th scope="col">${texts.proofs}</th>${mayEnd ? html`<td></td>` : ''}</tr></thead>
<tbody>${sessions.map(
    (
      session,
    ) => html`<tr><td>${device(session)}</td><td>${session.device?.network ?? ''}</td><td>${timeOf(session.authenticatedAt, language)}</td>
<td>${session.lastUsedAt === undefined ? '' : timeOf(session.lastUsedAt, language)}</td>
<td>${session.factors.map(({ method }) => texts.methods[method]).join(', ')}</td>
${mayEnd ? html`<td>${endForm(session.id, texts.end, visit)}</td>` : ''}</tr>`,
  )}</tbody>
</table></div>`
}

/** @param sessionId empty: all */
function endForm(sessionId: string, text: string, { visitor }: Visit): Markup {
  return html`<form method="post">${csrfField(visitor.csrf)}<input type="hidden" name="session" value="${sessionId}"><button class="secondary">${text}</button></form>`
}

/** `POST` of the same path: ends the session that the form names, or all. */
export async function endSessionsOf(visit: Visit, fields: URLSearchParams, context: SessionContext): Promise<Answer> {
  const user = await userOf(visit)
  const { orgId, id: userId } = user
  const named = fields.get('session') ?? ''
  await endUserSessions({ orgId, userId }, named === '' ? undefined : named, visit.management, context)
  return after(visit, userPath(user, 'sessions'), 'ended', user.displayName)
}
