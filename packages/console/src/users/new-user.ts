// The forms for a new human user and a new service user. A new human user has no password: an invitation lets the user choose one.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { ifAbsent, putResource } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { entryFrom, formFields, problemsIn } from '../html/fields.ts'
import type { FormField } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import type { Texts } from '../texts/shape.ts'
import { afterCreation } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { newMachineForm, newPersonForm, personName } from './fields.ts'
import { framedInOrg, listPath, userPath, userTarget } from './user.ts'
import type { UserKind } from './user.ts'

/** `GET /ui/console/orgs/:orgId/new-user` and `…/new-service-user`. */
export async function newUser(kind: UserKind, visit: Visit): Promise<ConsoleContent> {
  return await form(kind, visit, new URLSearchParams(), [])
}

async function form(kind: UserKind, visit: Visit, typed: URLSearchParams, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor, parameters } = visit
  const { orgId = '' } = parameters
  if (!holds(visitor.caller, 'user.write', { orgId })) throw new PageNotFound()
  const { users } = texts
  return {
    ...(await framedInOrg(visit, kind)),
    title: kind === 'human' ? users.addPerson : users.addMachine,
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}
${formFields(fieldsOf(kind, texts), typed, errors)}
${kind === 'human' ? html`<p class="muted">${users.inviteHelp}</p>` : ''}
<div><button>${users.createUser}</button></div>
</form>`,
  }
}

function fieldsOf(kind: UserKind, texts: Texts): readonly FormField[] {
  return kind === 'human' ? newPersonForm(texts) : newMachineForm(texts)
}

/**
 * `POST` of the same paths.
 * @throws PageNotFound without the right
 */
export async function createUser(kind: UserKind, visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { parameters, management, visitor } = visit
  const { orgId = '' } = parameters
  if (!holds(visitor.caller, 'user.write', { orgId })) throw new PageNotFound()
  const userId = management.context.randomToken().slice(0, 22)
  const own = fieldsOf(kind, visit.texts)
  const errors = problemsIn(own, fields)
  if (errors.length > 0) return await form(kind, visit, fields, errors)
  try {
    const body = { ...entryFrom(own, fields), ...(kind === 'human' ? { state: 'USER_STATE_INITIAL' } : {}) }
    const conditions = ifAbsent
    const target = userTarget(kind, orgId, userId)
    const { stored: now } = await putResource(target, body, { conditions, dryRun: false, idGenerated: true }, management)
    const [path, list] = [userPath({ orgId, id: userId }), listPath(kind, orgId)]
    return await afterCreation(visit, { target, now, name: personName(fields), path, list })
  } catch (error) {
    if (!(error instanceof RestError) || error.fieldViolations.length === 0) throw error
    return await form(kind, visit, fields, error.fieldViolations)
  }
}
