// What all pages about users share: the target of changes, the frame of a page, and the display of names.
import { PageNotFound } from '@symbolon/core-protocol'
import type { StoredResource, User } from '@symbolon/core-protocol'
import { entryTarget, findUser, managedLists, mayActOnUser, subjectOf } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consoleAddress } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { organizationOf } from '../resource/organizations.ts'
import type { Texts } from '../texts/shape.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** People, or service users. */
export type UserKind = User['kind']

/**
 * @returns the user as the object of changes
 * @throws TypeError if the table of lists has no list of such users
 */
export function userTarget(kind: UserKind, orgId: string, userId: string): Target {
  const member = kind === 'human' ? 'humanUsers' : 'machineUsers'
  const list = managedLists.find((each) => each.member === member)
  if (list === undefined) throw new TypeError(`Unknown list ${member}`)
  return entryTarget(list, orgId, [userId])
}

/** @returns the user of the path @throws RestError resource_unknown if the visitor may not see such a user */
export async function userOf({ parameters: { orgId = '', userId = '' }, management }: Visit): Promise<User> {
  return await findUser({ orgId, userId }, management)
}

/** @returns those of the users of the organization of the path that the visitor may see, in the order of the ids */
export async function usersById(ids: readonly string[], { parameters: { orgId = '' }, management }: Visit): Promise<readonly User[]> {
  const found = await Promise.allSettled(ids.map(async (userId) => await findUser({ orgId, userId }, management)))
  return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** @returns the stored user with the state in words: a change that leaves it out keeps the state, so that taking one back has to name it */
export function withState({ content }: Pick<StoredResource, 'content'>): Pick<StoredResource, 'content'> {
  return { content: { ...content, state: content['state'] ?? 'USER_STATE_ACTIVE' } }
}

/** Whether the state of the stored user can be given back: the state before the first sign-in cannot be restored. */
export function canGiveStateBack({ content }: Pick<StoredResource, 'content'>): boolean {
  return content['state'] !== 'USER_STATE_INITIAL'
}

/** The rights of the visitor on a user. */
export interface Allowed {
  readonly change: boolean
  readonly changeState: boolean
  readonly sendLink: boolean
  readonly changeCredential: boolean
  readonly remove: boolean
}

/** @returns what is shown to the visitor; every act is decided again when it is tried */
export async function allowedOn(user: User, { management }: Visit): Promise<Allowed> {
  const subject = subjectOf(user)
  const [change, changeState, changeCredential, remove] = await Promise.all([
    mayActOnUser(user, ['change', subject], management),
    mayActOnUser(user, ['change_state', subject], management),
    mayActOnUser(user, ['change_credential', subject], management),
    mayActOnUser(user, ['remove', subject], management),
  ])
  return { change, changeState, changeCredential, sendLink: changeCredential && user.kind === 'human', remove }
}

/** @returns the path of a page about the user */
export function userPath({ orgId, id }: Pick<User, 'orgId' | 'id'>, ...parts: readonly string[]): string {
  return consoleAddress('orgs', orgId, 'users', id, ...parts)
}

/** @returns the path of the list of users */
export function listPath(kind: UserKind, orgId: string): string {
  return consoleAddress('orgs', orgId, kind === 'human' ? 'users' : 'service-users')
}

/**
 * @returns what a page about users of the organization has around its content
 * @throws PageNotFound without the right to see users there
 */
export async function framedInOrg(visit: Visit, kind: UserKind): Promise<Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>> {
  const { parameters, visitor, texts } = visit
  const { orgId = '' } = parameters
  if (!holds(visitor.caller, 'user.read', { orgId })) throw new PageNotFound()
  const { id, name } = await organizationOf(visit)
  return {
    section: kind === 'human' ? 'users' : 'service-users',
    org: { id, name },
    above: [{ path: listPath(kind, id), title: kind === 'human' ? texts.users.people : texts.users.machines }],
  }
}

/** @returns what a page below the first page of a user has around its content */
export async function framedInUser(visit: Visit, user: User): Promise<Required<Pick<ConsoleContent, 'section' | 'org' | 'above'>>> {
  const frame = await framedInOrg(visit, user.kind)
  return { ...frame, above: [...frame.above, { path: userPath(user), title: user.displayName }] }
}

/** A tab of the pages about one user. */
export type Tab = 'profile' | 'factors' | 'keys' | 'tokens' | 'sessions' | 'grants' | 'memberships' | 'history'

/** @returns the links to the other pages about the user; a page that the visitor may not see is absent */
export function tabs(user: User, current: Tab, { texts, visitor }: Visit): Markup {
  const { orgId, kind } = user
  const visible: readonly Tab[] = [
    'profile',
    ...(kind === 'human' ? (['factors'] as const) : (['keys', 'tokens'] as const)),
    ...(kind === 'human' && holds(visitor.caller, 'session.read', { orgId }) ? (['sessions'] as const) : []),
    ...(holds(visitor.caller, 'user.grant.read', { orgId }) ? (['grants'] as const) : []),
    'memberships',
    ...(holds(visitor.caller, 'events.read', { orgId }) ? (['history'] as const) : []),
  ]
  return html`<nav class="about" aria-label="${texts.users.tabs.label}"><ul class="tabs">${visible.map(
    (tab) =>
      html`<li><a href="${tab === 'profile' ? userPath(user) : userPath(user, tab)}"${tab === current ? html` aria-current="page"` : ''}>${texts.users.tabs[tab]}</a></li>`,
  )}</ul></nav>`
}

/** @returns the state of a user as a badge */
export function stateBadge(state: User['state'], texts: Texts): Markup {
  const look = state === 'active' ? 'good' : state === 'initial' ? '' : 'bad'
  return html`<span class="badge ${look}">${texts.users.states[state]}</span>`
}

/** @returns an address with a mark that says whether it is proven */
export function proven(address: string, verified: boolean, { users }: Texts): Markup {
  return html`${address} <span class="${verified ? 'badge good' : 'badge'}">${verified ? users.verified : users.notVerified}</span>`
}
