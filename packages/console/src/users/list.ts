// The lists of users and service users of an organization, with a search and a filter by state.
import type { StoredResource, User } from '@symbolon/core-protocol'
import { listResources } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { selectedActs } from './selected.ts'
import { framedInOrg, proven, stateBadge, userPath } from './user.ts'
import type { UserKind } from './user.ts'

/** With more, a page of long names would be heavier than 60 kB. */
const pageSize = 40

const states: readonly User['state'][] = ['active', 'initial', 'inactive', 'locked', 'suspended']

/** `GET /ui/console/orgs/:orgId/users` and `…/service-users`. */
export async function userList(kind: UserKind, visit: Visit): Promise<ConsoleContent> {
  const { texts, parameters, query, visitor, management } = visit
  const { orgId = '' } = parameters
  const frame = await framedInOrg(visit, kind)
  const q = (query.get('q') ?? '').trim().slice(0, 200)
  const state = states.find((each) => each === query.get('state'))
  const cursor = query.get('cursor')
  const { items, next } = await listResources(
    {
      kind: kind === 'human' ? 'humanUser' : 'machineUser',
      orgId,
      limit: pageSize,
      ...(q === '' ? {} : { q }),
      ...(state === undefined ? {} : { state }),
      ...(cursor === null ? {} : { cursor }),
    },
    management,
  )
  const people = await usersOf(items, visit)
  const filtered = q !== '' || state !== undefined
  const mayChange = holds(visitor.caller, 'user.write', { orgId })
  const add = mayChange
    ? html`<a class="button" href="${consoleAddress('orgs', orgId, kind === 'human' ? 'new-user' : 'new-service-user')}">${kind === 'human' ? texts.users.addPerson : texts.users.addMachine}</a>`
    : ''
  const nextPage = (after: string): string =>
    new URLSearchParams({ ...(q === '' ? {} : { q }), ...(state === undefined ? {} : { state }), cursor: after }).toString()
  return {
    ...frame,
    above: [],
    title: kind === 'human' ? texts.users.people : texts.users.machines,
    main: html`<div class="tools">${searchForm(q, state, visit)}${add}</div>
${people.length === 0 ? empty(kind, filtered, visit) : mayChange ? choosing(table(kind, people, true, visit), orgId, kind, visit) : table(kind, people, false, visit)}
${next === undefined ? '' : html`<p><a href="?${nextPage(next)}" rel="next">${texts.list.next}</a></p>`}`,
  }
}

async function usersOf(items: readonly StoredResource[], { management }: Visit): Promise<readonly User[]> {
  const { users } = management.context.stores
  const found = await Promise.all(items.map(async ({ key: [id = ''] }) => await users.find(id)))
  return found.filter((user) => user !== undefined)
}

function searchForm(q: string, state: User['state'] | undefined, { texts }: Visit): Markup {
  const { users, list } = texts
  return html`<form class="search" method="get" role="search">
<div class="field"><label for="q">${list.search}</label><input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${users.searchHelp}"></div>
<div class="field"><label for="state">${users.state}</label><select id="state" name="state"><option value="">${users.anyState}</option>${states.map(
    (each) => html`<option value="${each}"${each === state ? html` selected` : ''}>${users.states[each]}</option>`,
  )}</select></div>
<button class="secondary">${list.search}</button>
</form>`
}

function empty(kind: UserKind, filtered: boolean, { texts, request }: Visit): Markup {
  const { users, list } = texts
  if (filtered) return html`<p class="empty card">${list.noMatch} <a href="${request.path}">${list.dropFilter}</a></p>`
  return html`<p class="empty card">${kind === 'human' ? users.emptyPeople : users.emptyMachines}</p>`
}

/** Around a table with check boxes: the act on those that are ticked. It is asked about on the page that follows. */
function choosing(content: Markup, orgId: string, kind: UserKind, { texts, visitor }: Visit): Markup {
  const words = texts.users.selected
  const acts = selectedActs.filter((act) =>
    act === 'remove' ? holds(visitor.caller, 'user.delete', { orgId }) : act !== 'lock' || kind === 'human',
  )
  return html`<form method="get" action="${consoleAddress('orgs', orgId, 'selected-users')}">
${content}
<div class="chosen"><label for="act">${words.choose}</label><select id="act" name="act">${acts.map((act) => html`<option value="${act}">${words.acts[act]}</option>`)}</select><button class="secondary">${words.next}</button></div>
</form>`
}

function table(kind: UserKind, people: readonly User[], isChosen: boolean, { texts }: Visit): Markup {
  const { users, list, language } = texts
  const row = (user: User): Markup => html`<tr>
${isChosen ? html`<td class="tick"><input type="checkbox" name="user" value="${user.id}" aria-label="${users.selected.tick(plainName(user.displayName))}"></td>` : ''}
<td><a href="${userPath(user)}">${isolatedName(user.displayName)}</a></td>
<td>${isolatedName(user.loginName)}</td>
${kind === 'human' ? html`<td>${user.email === undefined ? '' : proven(user.email.address, user.email.verified, texts)}</td>` : ''}
<td>${stateBadge(user.state, texts)}</td>
<td>${timeOf(user.updatedAt ?? user.createdAt, language)}</td>
</tr>`
  return html`<div class="table"><table>
<thead><tr>${isChosen ? html`<td class="tick"><input type="checkbox" data-all="user" aria-label="${users.selected.all}" hidden></td>` : ''}<th scope="col">${users.name}</th><th scope="col">${users.loginName}</th>${kind === 'human' ? html`<th scope="col">${users.email}</th>` : ''}<th scope="col">${users.state}</th><th scope="col">${list.changed}</th></tr></thead>
<tbody>${people.map(row)}</tbody>
</table></div>`
}
