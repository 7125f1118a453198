// The form that changes a human user. It carries the version that it was made from, so that a user cannot overwrite a concurrent change.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, User } from '@symbolon/core-protocol'
import { entityTag, getResource, putResource } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { formFields, formValues, problemsIn } from '../html/fields.ts'
import { csrfField } from '../html/form.ts'
import { afterChange } from '../undo/undo.ts'
import { violationsOf } from '../resource/refusal.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { changedPerson, personForm, personName } from './fields.ts'
import { allowedOn, framedInUser, userOf, userPath, userTarget } from './user.ts'

/** `GET /ui/console/orgs/:orgId/users/:userId/edit`. */
export async function editUser(visit: Visit): Promise<ConsoleContent> {
  const user = await userOf(visit)
  return await form(user, visit, { errors: [] })
}

interface Shown {
  /** The typed values; undefined: the stored ones. */
  readonly fields?: URLSearchParams
  readonly errors: readonly FieldViolation[]
  /** The version that the form is about; undefined: the stored one. */
  readonly etag?: string
}

async function form(user: User, visit: Visit, { fields, errors, etag }: Shown): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const { change } = await allowedOn(user, visit)
  if (!change || user.kind !== 'human') throw new PageNotFound()
  const stored = await getResource(userTarget('human', user.orgId, user.id), management)
  const person = personForm(texts, user.email?.address)
  const values = fields ?? formValues(person, stored.content)
  // A display name that follows from the name was not typed.
  if (fields === undefined && user.displayName === personName(values)) values.delete('user.profile.displayName')
  return {
    ...(await framedInUser(visit, user)),
    title: texts.users.edit,
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}<input type="hidden" name="etag" value="${etag ?? entityTag(stored)}">
${formFields(person, values, errors)}
<div><button>${texts.users.save}</button></div>
</form>`,
  }
}

/**
 * `POST` of the same path.
 * @throws PageNotFound for a service user
 */
export async function saveUser(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const user = await userOf(visit)
  if (user.kind !== 'human') throw new PageNotFound()
  const target = userTarget('human', user.orgId, user.id)
  const etag = fields.get('etag') ?? ''
  const person = personForm(visit.texts, user.email?.address)
  const errors = problemsIn(person, fields)
  if (errors.length > 0) return await form(user, visit, { fields, errors, etag })
  try {
    const conditions = { ifMatch: etag, ifNoneMatch: undefined }
    const before = await getResource(target, visit.management)
    const entry = changedPerson(person, fields, before.content)
    const { stored: now } = await putResource(target, entry, { conditions, dryRun: false }, visit.management)
    return await afterChange(visit, userPath(user), 'changed', personName(fields), { target, before, now })
  } catch (error) {
    return await form(user, visit, { fields, errors: violationsOf(error, visit.texts.reasons), etag })
  }
}
