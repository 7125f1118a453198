// One act on several users of a list. The list leads here with the chosen ones in the address; this page says what will happen, and its form does it.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, User } from '@symbolon/core-protocol'
import { getResource, patchResource, removeResource, unconditional } from '@symbolon/management-api'
import { RestError } from '@symbolon/rest'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, textField } from '../html/form.ts'
import { isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { inWords, problemsOf } from '../html/problems.ts'
import type { SelectedAct } from '../texts/en/users.ts'
import { afterChange } from '../undo/undo.ts'
import type { Change } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { allowedOn, canGiveStateBack, framedInOrg, listPath, stateBadge, userPath, userTarget, usersById, withState } from './user.ts'

/** At most this many users are changed by one form: as many as a page of the list has. */
const most = 50

/** The actions on several users, in the order of the list. */
export const selectedActs: readonly SelectedAct[] = ['deactivate', 'lock', 'activate', 'remove']

/** The state that each act leads to; none for a removal. */
const states: Readonly<Record<SelectedAct, string | undefined>> = {
  deactivate: 'USER_STATE_INACTIVE',
  lock: 'USER_STATE_LOCKED',
  activate: 'USER_STATE_ACTIVE',
  remove: undefined,
}

interface Selection {
  readonly act: SelectedAct
  readonly users: readonly User[]
}

/** @throws PageNotFound without an act */
async function selectionOf(visit: Visit): Promise<Selection> {
  const { query, parameters } = visit
  const act = selectedActs.find((each) => each === query.get('act'))
  if (act === undefined) throw new PageNotFound()
  const ids = [...new Set(query.getAll('user'))].slice(0, most)
  const users = await usersById(ids, visit)
  return { act, users: users.filter(({ orgId }) => orgId === parameters['orgId']) }
}

/** Whether the act changes something: a user who is locked is not locked again, and an invited one is not activated. */
function applies(act: SelectedAct, { state, kind }: User): boolean {
  switch (act) {
    case 'deactivate':
      return state === 'active' || state === 'initial' || state === 'locked'
    case 'lock':
      return kind === 'human' && (state === 'active' || state === 'initial')
    case 'activate':
      return state === 'inactive' || state === 'locked' || state === 'suspended'
    case 'remove':
      return true
  }
}

/** `GET /ui/console/orgs/:orgId/selected-users?act=&user=&user=`: asks. */
export async function selectedUsersPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(await selectionOf(visit), [], visit)
}

async function shown({ act, users }: Selection, errors: readonly FieldViolation[], visit: Visit): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const words = texts.users.selected
  const kind = users[0]?.kind ?? 'human'
  const allowed = await Promise.all(users.map(async (user) => await mayAct(act, user, visit)))
  const affected = users.filter((user, index) => allowed[index] === true && applies(act, user))
  const row = (user: User, index: number): Markup => {
    const why = allowed[index] !== true ? words.notAllowed : applies(act, user) ? undefined : words.unchanged
    return html`<tr><th scope="row"><a href="${userPath(user)}">${isolatedName(user.displayName)}</a></th><td>${isolatedName(user.loginName)}</td><td>${stateBadge(user.state, texts)}</td>
<td>${why === undefined ? html`<strong>${words.acts[act]}</strong>` : html`<span class="muted">${why}</span>`}</td></tr>`
  }
  return {
    ...(await framedInOrg(visit, kind)),
    title: words.headings[act],
    errors,
    main: html`${
      users.length === 0
        ? html`<p class="empty card">${words.none} <a href="${listPath(kind, visit.parameters['orgId'] ?? '')}">${words.back}</a></p>`
        : html`<p>${words.leads[act]}</p>
<div class="table" role="region" tabindex="0" aria-label="${words.headings[act]}"><table><thead><tr><th scope="col">${texts.users.name}</th><th scope="col">${texts.users.loginName}</th><th scope="col">${texts.users.state}</th><th scope="col">${words.what}</th></tr></thead>
<tbody>${users.map(row)}</tbody></table></div>
<form method="post" class="fields end">${csrfField(visitor.csrf)}
${act === 'remove' && affected.length > 0 ? html`<p class="warning">${texts.users.removeText}</p>${textField({ name: 'count', label: words.typeCount(affected.length), required: true, errors })}` : nothing}
<div class="actions">${affected.length === 0 ? nothing : html`<button class="${act === 'remove' ? 'danger' : ''}">${words.confirm[act](affected.length)}</button>`}
<a class="button secondary" href="${listPath(kind, visit.parameters['orgId'] ?? '')}">${words.back}</a></div>
</form>`
    }`,
  }
}

async function mayAct(act: SelectedAct, user: User, visit: Visit): Promise<boolean> {
  const { changeState, remove } = await allowedOn(user, visit)
  return act === 'remove' ? remove : changeState
}

/**
 * `POST` of the same address. Users whom the visitor may not change stay as they are, as the page before said.
 * @throws PageNotFound if the act changes none of the users
 */
export async function changeSelectedUsers(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts, parameters } = visit
  const words = texts.users.selected
  const selection = await selectionOf(visit)
  const { act, users } = selection
  const allowed = await Promise.all(users.map(async (user) => await mayAct(act, user, visit)))
  const affected = users.filter((user, index) => allowed[index] === true && applies(act, user))
  const [first] = affected
  if (first === undefined) throw new PageNotFound()
  if (act === 'remove' && (fields.get('count') ?? '').trim() !== String(affected.length)) {
    return await shown(selection, [{ field: 'count', reason: 'other_count', description: words.otherCount }], visit)
  }
  const changes: Change[] = []
  const errors: FieldViolation[] = []
  for (const user of affected) {
    try {
      changes.push(await change(act, user, visit))
    } catch (error) {
      if (!(error instanceof RestError)) throw error
      const [problem] = inWords(problemsOf(error, texts.reasons), texts.reasons)
      errors.push({ field: '', reason: error.id, description: `${plainName(user.displayName)}: ${problem?.description ?? ''}` })
    }
  }
  if (errors.length > 0) return await shown(await selectionOf(visit), errors, visit)
  const path = listPath(first.kind, parameters['orgId'] ?? '')
  // Objects that are removed with a user are not kept. Everything is reversed, or nothing.
  const canUndo = act !== 'remove' && changes.every(({ before }) => before !== undefined && canGiveStateBack(before))
  return await afterChange(visit, path, 'several', words.done[act](changes.length), ...(canUndo ? changes : []))
}

async function change(act: SelectedAct, user: User, { management }: Visit): Promise<Change> {
  const target = userTarget(user.kind, user.orgId, user.id)
  const options = { conditions: unconditional, dryRun: false }
  const before = await getResource(target, management)
  const state = states[act]
  const { stored: now } =
    state === undefined ? await removeResource(target, options, management) : await patchResource(target, { state }, options, management)
  return { target, before: withState(before), now }
}
