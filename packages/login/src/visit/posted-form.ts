// Opens a form that was posted to a step. The form is read only after it is clear that it comes from a page of this server, in the browser
// that the authorization request belongs to. Otherwise another site could sign its visitors in as an attacker (login CSRF).
// https://www.rfc-editor.org/rfc/rfc6749#section-10.12,
// https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
import { equalDigests, ForbiddenForm, foreignSource, OAuthError, readForm } from '@symbolon/core-protocol'
import type { HttpRequest } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { createVisit, csrfTokenOf, expiredRequest, findPending } from './visit.ts'
import type { LoginContext, Visit } from './visit.ts'

const hiddenFields = v.object({ request: v.optional(v.string(), ''), csrf: v.optional(v.string(), '') })

/** A form that passed the checks. */
export interface PostedForm {
  readonly visit: Visit
  /** Every field, as typed. A step reads its own field and ignores the others. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Checks and opens a posted form.
 *
 * @throws ForbiddenForm for a form from elsewhere, and what `createVisit` throws
 * @throws OAuthError `invalid_request` for a body that is not a form or that repeats a field
 */
export async function openForm(request: HttpRequest, context: LoginContext): Promise<PostedForm> {
  const source = foreignSource(request, context.issuer)
  if (source !== undefined) refuse(source, context)
  const { parameters: fields, repeated } = await readForm(request)
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A field is repeated.')
  const { request: requestId, csrf } = v.parse(hiddenFields, { ...fields })
  const pending = await findPending(requestId, context)
  // This error comes before the CSRF check, so that a user whose page was open overnight reads what happened. It reveals nothing:
  // the sender knows the id.
  if (pending === undefined) throw expiredRequest(requestId)
  const expected = csrfTokenOf(request, pending, context)
  if (expected === undefined) return refuse('request_cookie', context)
  if (!equalDigests(csrf, expected)) return refuse('csrf', context)
  return { visit: await createVisit(request, pending, expected, context), fields }
}

function refuse(reason: string, context: LoginContext): never {
  context.log.warn('login_form_refused', { reason })
  throw new ForbiddenForm()
}
