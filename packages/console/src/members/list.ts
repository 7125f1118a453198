// The list of members.
import { getResource, listResources } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import type { Permission } from '@symbolon/permissions'
import { html } from 'hono/html'
import { isolatedName, nothing } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { mayChangeMembers, memberOf, nameOf } from './member.ts'
import type { Member } from './member.ts'
import { sentenceOf } from './roles-field.ts'
import { scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'

const readingOf: Readonly<Record<Scope['level'], Permission>> = {
  instance: 'instance.member.read',
  organization: 'org.member.read',
  project: 'project.member.read',
}

/**
 * `GET /ui/console/instance/members`, `…/orgs/:orgId/members`, `…/orgs/:orgId/projects/:projectId/members`.
 * A visitor who may not read them sees only their own roles, and can give them up.
 * @throws PageNotFound without a role here
 */
export async function memberList(visit: Visit): Promise<ConsoleContent> {
  const { texts, query, management, visitor } = visit
  const scope = await scopeOf(visit)
  const cursor = query.get('cursor')
  const { items, next } = holds(visitor.caller, readingOf[scope.level], scope.place)
    ? await listResources({ ...scope.list, limit: 50, ...(cursor === null ? {} : { cursor }) }, management)
    : { items: [await getResource(scope.targetOf(visitor.user.id), management)] }
  const members = await Promise.all(items.map(async (stored) => await memberOf(stored, visit)))
  const mayChange = mayChangeMembers(scope, visit)
  return {
    ...scope.frame,
    title: texts.members.heading,
    main: html`<div class="tools"><p class="muted">${texts.members.lead[scope.level]}</p>
${mayChange ? html`<a class="button" href="${scope.address('new')}">${texts.members.add}</a>` : ''}</div>
${members.length === 0 ? html`<p class="empty card">${texts.members.empty}</p>` : table(members, mayChange, scope, texts)}
${next === undefined ? nothing : html`<p><a href="?${new URLSearchParams({ cursor: next }).toString()}" rel="next">${texts.list.next}</a></p>`}
${legend(members, scope, texts)}`,
  }
}

function table(members: readonly Member[], mayChange: boolean, scope: Scope, texts: Texts): Markup {
  return html`<div class="table"><table>
<thead><tr><th scope="col">${texts.members.user}</th><th scope="col">${texts.members.roles}</th></tr></thead>
<tbody>${members.map(
    (member) => html`<tr>
<td class="who">${mayChange || member.isVisitor ? html`<a href="${scope.address('of', member.userId)}">${isolatedName(nameOf(member))}</a>` : isolatedName(nameOf(member))}${badges(member, texts)}
<div class="muted">${member.user === undefined ? html`<code>${member.userId}</code>` : isolatedName(member.user.loginName)}</div></td>
<td>${member.roles.map((role) => html`<code class="badge">${role}</code> `)}</td></tr>`,
  )}</tbody>
</table></div>`
}

/** @returns what is special about the user of a member */
export function badges({ user, isVisitor, pending }: Member, { members }: Texts): Markup {
  return html`${pending === undefined ? '' : html` <span class="badge bad">${members[pending]}</span>`}${isVisitor ? html` <span class="badge">${members.you}</span>` : ''}${user?.kind === 'machine' ? html` <span class="badge">${members.serviceUser}</span>` : ''}${stateBadge(user, members)}`
}

function stateBadge(user: Member['user'], members: Texts['members']): Markup {
  if (user === undefined || (user.state === 'active' && user.orgActive)) return nothing
  return user.state === 'initial' && user.orgActive
    ? html` <span class="badge">${members.invited}</span>`
    : html` <span class="badge bad">${members.notActive}</span>`
}

/** The rights that the roles in the list grant. */
function legend(members: readonly Member[], scope: Scope, texts: Texts): Markup {
  const roles = [...new Set(members.flatMap((member) => member.roles))]
  if (roles.length === 0) return nothing
  return html`<h2>${texts.members.legend}</h2>
<dl class="facts">${roles.map((role) => html`<dt><code>${role}</code></dt><dd>${sentenceOf(role, scope, texts)}</dd>`)}</dl>`
}
