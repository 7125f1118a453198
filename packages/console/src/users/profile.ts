// The first page of a user: what is stored, and the acts that the visitor may do.
import type { Answer, User } from '@symbolon/core-protocol'
import { getResource, patchResource, unconditional } from '@symbolon/management-api'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { afterChange } from '../undo/undo.ts'
import type { Done } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { allowedOn, canGiveStateBack, framedInOrg, proven, stateBadge, tabs, userOf, userPath, userTarget, withState } from './user.ts'
import type { Allowed } from './user.ts'

/** The actions on the state of a user. */
const acts = {
  deactivate: { state: 'USER_STATE_INACTIVE', done: 'deactivated' },
  lock: { state: 'USER_STATE_LOCKED', done: 'locked' },
  activate: { state: 'USER_STATE_ACTIVE', done: 'activated' },
} as const satisfies Readonly<Record<string, { readonly state: string; readonly done: Done }>>

type Act = keyof typeof acts

/** `GET /ui/console/orgs/:orgId/users/:userId`. */
export async function userPage(visit: Visit): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const allowed = await allowedOn(user, visit)
  return {
    ...(await framedInOrg(visit, user.kind)),
    title: user.displayName,
    main: html`${tabs(user, 'profile', visit)}
${facts(user, visit)}
${actions(user, allowed, visit)}`,
  }
}

function facts(user: User, { texts }: Visit): Markup {
  const { users, language, list } = texts
  const fact = (name: string, value: Markup | string | undefined): Markup | string =>
    value === undefined || value === '' ? '' : html`<dt>${name}</dt><dd>${typeof value === 'string' ? isolatedName(value) : value}</dd>`
  const { email, phone } = user
  return html`<dl class="facts card">
${fact(users.state, stateBadge(user.state, texts))}
${fact(users.loginName, user.loginName)}
${fact(users.userName, user.userName)}
${fact(users.firstName, user.firstName)}
${fact(users.lastName, user.lastName)}
${fact(users.nickName, user.nickName)}
${fact(users.email, email === undefined ? undefined : proven(email.address, email.verified, texts))}
${fact(users.phone, phone === undefined ? undefined : proven(phone.number, phone.verified, texts))}
${fact(users.language, user.preferredLanguage)}
${fact(users.id, html`<code>${user.id}</code>`)}
${fact(users.created, timeOf(user.createdAt, language))}
${fact(list.changed, timeOf(user.updatedAt ?? user.createdAt, language))}
</dl>`
}

function actions(user: User, { change, changeState, sendLink, remove }: Allowed, visit: Visit): Markup {
  const { users } = visit.texts
  const { state, kind } = user
  const link = (path: string, text: string): Markup => html`<a class="button secondary" href="${userPath(user, path)}">${text}</a>`
  const act = (name: Act, text: string): Markup => actForm(user, name, text, visit)
  const isOn = state === 'active' || state === 'initial'
  return html`<div class="actions">
${change && kind === 'human' ? link('edit', users.edit) : ''}
${sendLink && state === 'initial' ? link('invitation', users.invite) : ''}
${sendLink && state === 'active' ? link('reset', users.reset) : ''}
${changeState && isOn ? act('deactivate', users.deactivate) : ''}
${changeState && isOn && kind === 'human' ? act('lock', users.lock) : ''}
${changeState && state === 'locked' ? act('activate', users.unlock) : ''}
${changeState && (state === 'inactive' || state === 'suspended') ? act('activate', users.activate) : ''}
${remove ? link('delete', users.remove) : ''}
</div>`
}

function actForm(user: User, act: Act, text: string, { visitor }: Visit): Markup {
  return html`<form method="post" action="${userPath(user)}">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><button class="secondary">${text}</button></form>`
}

/** `POST` of the same path: changes the state of the user. The next page offers to take that back where it can. */
export async function changeUserState(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const user = await userOf(visit)
  const name = fields.get('act') ?? ''
  if (!isAct(name)) return await userPage(visit)
  const { state, done } = acts[name]
  const conditions = unconditional
  const target = userTarget(user.kind, user.orgId, user.id)
  const before = await getResource(target, visit.management)
  const { stored: now } = await patchResource(target, { state }, { conditions, dryRun: false }, visit.management)
  const changes = canGiveStateBack(before) ? [{ target, before: withState(before), now }] : []
  return await afterChange(visit, userPath(user), done, user.displayName, ...changes)
}

function isAct(name: string): name is Act {
  return Object.hasOwn(acts, name)
}
