// One member: its roles, and its end.
import { ForbiddenForm, PageNotFound, settleInvitation } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { entityTag, getResource, putResource, removeResource } from '@symbolon/management-api'
import type { Changed } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { consolePath } from '../client/client.ts'
import { csrfField } from '../html/form.ts'
import { isolatedName, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { afterChange } from '../undo/undo.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { badges } from './list.ts'
import { mayChangeMembers, memberOf, nameOf, whyNot } from './member.ts'
import type { Member } from './member.ts'
import { problemsOf } from '../html/problems.ts'
import { roleBoxes, rolesField, rolesOf } from './roles-field.ts'
import { scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'

/** A member that the visitor may change, and where. */
interface Found {
  readonly scope: Scope
  readonly stored: StoredResource
  readonly member: Member
}

/**
 * `GET …/members/of/:userId`.
 * @throws PageNotFound without the right to change members, but for the visitor's own roles
 */
export async function memberPage(visit: Visit): Promise<ConsoleContent> {
  const found = await find(visit)
  return showMember(found, found.member.roles, [], visit)
}

/**
 * `POST …/members/of/:userId`: `act` is `save`, `remove`, or `confirm`: the user accepts roles, or the organization confirms them.
 * @throws PageNotFound as `memberPage`, ForbiddenForm for another act
 */
export async function changeMember(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts, management } = visit
  const found = await find(visit)
  const { scope, member } = found
  const act = fields.get('act')
  if (act !== 'save' && act !== 'remove' && act !== 'confirm') throw new ForbiddenForm()
  const roles = rolesOf(fields, member, scope, visit)
  const target = scope.targetOf(member.userId)
  const options = { conditions: { ifMatch: fields.get('etag') ?? '', ifNoneMatch: undefined }, dryRun: false }
  // The user alone accepts, and no change of an entry does.
  if (act === 'confirm' && member.isVisitor) {
    if (!(await acceptRoles(scope, visit))) throw new PageNotFound()
    return after(visit, consolePath, 'changed', scope.name)
  }
  let changed: Changed
  try {
    if (act === 'remove') changed = await removeResource(target, options, management)
    else if (act === 'confirm') changed = await putResource(target, { roles: member.roles, state: 'STATE_ACTIVE' }, options, management)
    else if (roles.length === 0) {
      return showMember(found, roles, [{ field: rolesField, reason: 'missing', description: texts.members.errors.noRole }], visit)
    } else changed = await putResource(target, { roles }, options, management)
  } catch (error) {
    return showMember(found, act === 'save' ? roles : member.roles, problemsOf(error, texts.reasons), visit)
  }
  // A member who has left may not see the list any more.
  if (act === 'remove' && member.isVisitor) return after(visit, consolePath, 'left', scope.name)
  // Users cannot assign roles to themselves.
  if (member.isVisitor) return after(visit, consolePath, 'changed', nameOf(member))
  const change = { target, before: found.stored, now: changed.stored }
  return await afterChange(visit, scope.address(), act === 'remove' ? 'removed' : 'changed', nameOf(member), change)
}

async function acceptRoles({ level, place }: Scope, { management: { context }, visitor: { user } }: Visit): Promise<boolean> {
  if (level === 'instance') return false
  const invitation =
    level === 'project' ? ({ of: level, id: place.projectId ?? '' } as const) : ({ of: level, id: place.orgId ?? '' } as const)
  return await settleInvitation('accept', user, invitation, context)
}

async function find(visit: Visit): Promise<Found> {
  const scope = await scopeOf(visit)
  const stored = await getResource(scope.targetOf(visit.parameters['userId'] ?? ''), visit.management)
  const member = await memberOf(stored, visit)
  if (!member.isVisitor && !mayChangeMembers(scope, visit)) throw new PageNotFound()
  return { scope, stored, member }
}

function showMember(
  { scope, stored, member }: Found,
  ticked: readonly string[],
  errors: readonly FieldViolation[],
  visit: Visit,
): ConsoleContent {
  const { texts, visitor } = visit
  const hidden = (act: 'confirm' | 'save' | 'remove'): Markup =>
    html`${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><input type="hidden" name="etag" value="${entityTag(stored)}">`
  const isRemovable = member.roles.every((role) => whyNot(role, member, scope, visit) === undefined)
  const { isVisitor, pending } = member
  // The user accepts an invitation; another administrator ends a suspension.
  const mayConfirm = pending === (isVisitor ? 'invited' : 'suspended') && (isVisitor || isRemovable)
  return {
    ...scope.frame,
    title: nameOf(member),
    above: [{ path: scope.address(), title: texts.members.heading }],
    errors,
    main: html`<p class="muted">${member.user === undefined ? html`<code>${member.userId}</code>` : isolatedName(member.user.loginName)}${badges(member, texts)}</p>
${
  mayConfirm
    ? html`<form method="post" class="fields">${hidden('confirm')}
<p>${isVisitor ? texts.members.acceptLead : texts.members.confirmLead}</p>
<div><button>${isVisitor ? texts.members.accept : texts.members.confirm}</button></div>
</form>`
    : ''
}
<form method="post" class="fields">${hidden('save')}
${roleBoxes(member, ticked, errors, scope, visit)}
<div><button>${texts.members.save}</button></div>
</form>
${
  isRemovable
    ? html`<form method="post" class="fields end">${hidden('remove')}
<h2>${isVisitor ? texts.members.leave : texts.members.remove}</h2>
<p>${isVisitor ? texts.members.leaveLead(plainName(scope.name)) : texts.members.removeLead(plainName(nameOf(member)))}</p>
<div><button class="danger">${isVisitor ? texts.members.leave : texts.members.remove}</button></div>
</form>`
    : ''
}`,
  }
}
