// The page that deletes a user, once the login name was typed.
import { canonicalLoginName, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, User } from '@symbolon/core-protocol'
import { removeResource, unconditional } from '@symbolon/management-api'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, textField } from '../html/form.ts'
import { isolatedName, plainName } from '../html/markup.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { allowedOn, framedInUser, listPath, userOf, userTarget } from './user.ts'

/** `GET /ui/console/orgs/:orgId/users/:userId/delete`. */
export async function removalPage(visit: Visit): Promise<ConsoleContent> {
  return await page(await userOf(visit), visit, [])
}

async function page(user: User, visit: Visit, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  if (!(await allowedOn(user, visit)).remove) throw new PageNotFound()
  const { texts, visitor } = visit
  const { users } = texts
  return {
    ...(await framedInUser(visit, user)),
    title: users.removeTitle(plainName(user.displayName)),
    errors,
    main: html`<p class="warning">${users.removeText}</p>
<form method="post" class="fields">${csrfField(visitor.csrf)}
<p>${users.loginName}: <strong>${isolatedName(user.loginName)}</strong></p>
${textField({ name: 'loginName', label: users.removeTyped, required: true, errors })}
<div><button class="danger">${users.remove}</button></div>
</form>`,
  }
}

/** `POST` of the same path. */
export async function removeUser(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const user = await userOf(visit)
  if (canonicalLoginName(fields.get('loginName') ?? '') !== canonicalLoginName(user.loginName)) {
    return await page(user, visit, [{ field: 'loginName', reason: 'other_name', description: visit.texts.users.removeOther }])
  }
  const conditions = unconditional
  await removeResource(userTarget(user.kind, user.orgId, user.id), { conditions, dryRun: false }, visit.management)
  return after(visit, listPath(user.kind, user.orgId), 'removed', user.displayName)
}
