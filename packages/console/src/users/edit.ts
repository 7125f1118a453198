// The form that changes a human user. It carries the version that it was made from, so that a user cannot overwrite a concurrent change.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, User } from '@symbolon/core-protocol'
import { entityTag, getResource, patchResource } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, errorSummary } from '../html/form.ts'
import { afterChange } from '../undo/undo.ts'
import { violationsOf } from '../resource/refusal.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { addressViolations, personFields, personName, readPersonPatch } from './fields.ts'
import { allowedOn, framedInUser, userOf, userPath, userTarget } from './user.ts'

/** `GET /ui/console/orgs/:orgId/users/:userId/edit`. */
export async function editUser(visit: Visit): Promise<ConsoleContent> {
  const user = await userOf(visit)
  return await form(user, visit, { fields: storedFields(user), errors: [] })
}

interface Shown {
  readonly fields: URLSearchParams
  readonly errors: readonly FieldViolation[]
  /** The version that the form is about; undefined: the stored one. */
  readonly etag?: string
}

async function form(user: User, visit: Visit, { fields, errors, etag }: Shown): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const { change } = await allowedOn(user, visit)
  if (!change || user.kind !== 'human') throw new PageNotFound()
  const stored = await getResource(userTarget('human', user.orgId, user.id), management)
  return {
    ...(await framedInUser(visit, user)),
    title: texts.users.edit,
    status: errors.length === 0 ? 200 : 422,
    main: html`${errorSummary(errors, texts)}
<form method="post" class="fields">${csrfField(visitor.csrf)}<input type="hidden" name="etag" value="${etag ?? entityTag(stored)}">
${personFields(fields, errors, texts)}
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
  const errors = addressViolations(fields, visit.texts, user.email?.address)
  if (errors.length > 0) return await form(user, visit, { fields, errors, etag })
  try {
    const conditions = { ifMatch: etag, ifNoneMatch: undefined }
    const before = await getResource(target, visit.management)
    const patch = { user: readPersonPatch(fields, user) }
    const { stored: now } = await patchResource(target, patch, { conditions, dryRun: false }, visit.management)
    return await afterChange(visit, userPath(user), 'changed', personName(fields), { target, before, now })
  } catch (error) {
    return await form(user, visit, { fields, errors: violationsOf(error, visit.texts.reasons), etag })
  }
}

function storedFields({ userName, firstName, lastName, nickName, displayName, preferredLanguage, email, phone }: User): URLSearchParams {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ')
  return new URLSearchParams({
    'user.profile.firstName': firstName ?? '',
    'user.profile.lastName': lastName ?? '',
    'user.profile.nickName': nickName ?? '',
    'user.profile.displayName': displayName === name ? '' : displayName,
    'user.profile.preferredLanguage': preferredLanguage ?? '',
    'user.userName': userName,
    'user.email.email': email?.address ?? '',
    'user.phone.phone': phone?.number ?? '',
  })
}
