// The form for a new member.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { ifAbsent, putResource } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, textField } from '../html/form.ts'
import { isOvertaken } from '../resource/refusal.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { findUser, mayChangeMembers, nameOf } from './member.ts'
import { roleBoxes, rolesField } from './roles-field.ts'
import { scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'
import { problemsOf } from '../html/problems.ts'

interface Typed {
  readonly user: string
  readonly roles: readonly string[]
  readonly errors: readonly FieldViolation[]
}

/**
 * `GET …/members/new`.
 * @throws PageNotFound without the right to add members
 */
export async function newMember(visit: Visit): Promise<ConsoleContent> {
  return newMemberPage({ user: visit.query.get('user') ?? '', roles: [], errors: [] }, await changeableScope(visit), visit)
}

/**
 * `POST …/members/new`.
 * @throws PageNotFound without the right to add members
 */
export async function addMember(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { texts, visitor, management } = visit
  const scope = await changeableScope(visit)
  const typed = { user: fields.get('user')?.trim() ?? '', roles: fields.getAll(rolesField) }
  const user = typed.user === '' ? 'unknownUser' : await findUser(typed.user, visit)
  const errors: FieldViolation[] = []
  if (typeof user === 'string') errors.push({ field: 'user', reason: 'unknown', description: texts.members.errors[user] })
  if (typed.roles.length === 0) errors.push({ field: rolesField, reason: 'missing', description: texts.members.errors.noRole })
  // A user who could add a role to themselves would keep it after losing the role that allowed it.
  if (typeof user !== 'string' && user.id === visitor.user.id)
    errors.push({ field: 'user', reason: 'self', description: texts.members.refused.self })
  if (typeof user === 'string' || errors.length > 0) return newMemberPage({ ...typed, errors }, scope, visit)
  try {
    const conditions = ifAbsent
    const target = scope.targetOf(user.id)
    const { stored: now } = await putResource(target, { roles: typed.roles }, { conditions, dryRun: false }, management)
    return await afterChange(visit, scope.address(), 'added', nameOf({ user, userId: user.id }), { target, before: undefined, now })
  } catch (error) {
    const problems = isOvertaken(error)
      ? [{ field: 'user', reason: 'taken', description: texts.members.errors.already }]
      : problemsOf(error, texts.reasons)
    return newMemberPage({ ...typed, errors: problems }, scope, visit)
  }
}

async function changeableScope(visit: Visit): Promise<Scope> {
  const scope = await scopeOf(visit)
  if (!mayChangeMembers(scope, visit)) throw new PageNotFound()
  return scope
}

function newMemberPage({ user, roles, errors }: Typed, scope: Scope, visit: Visit): ConsoleContent {
  const { texts, visitor } = visit
  return {
    ...scope.frame,
    title: texts.members.add,
    above: [{ path: scope.address(), title: texts.members.heading }],
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}
${textField({ name: 'user', label: texts.members.user, value: user, help: texts.members.userHelp, required: true, errors })}
${roleBoxes({ roles: [], isVisitor: false }, roles, errors, scope, visit)}
<div><button>${texts.members.addSubmit}</button></div>
</form>`,
  }
}
