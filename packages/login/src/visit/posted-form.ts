// Forms that are posted to a step. Before anything of a form is believed, it must come from a page of ours, in the browser that
// the request belongs to: otherwise another site could sign its visitors in as somebody else.
// https://www.rfc-editor.org/rfc/rfc6749#section-10.12,
// https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
import { equalDigests, OAuthError, readForm } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { csrfOfBrowser, expiredRequest, findPending, forbiddenForm, visitOf, type LoginContext, type Visit } from './visit.ts'

const hiddenFields = v.object({ request: v.optional(v.string(), ''), csrf: v.optional(v.string(), '') })

export interface PostedForm {
  readonly visit: Visit
  /** Every field, as typed. Of what they say beside the step's own field nothing is read. */
  readonly fields: Readonly<Record<string, string>>
}

/** @throws RefusedStep, and OAuthError for a body that is no form or names a field twice */
export async function openForm(request: Request, context: LoginContext): Promise<PostedForm> {
  checkSource(request, context)
  const { parameters: fields, repeated } = await readForm(request)
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A field occurs more than once.')
  const { request: requestId, csrf } = v.parse(hiddenFields, { ...fields })
  const pending = await findPending(requestId, context)
  // Says nothing that the sender does not know, and tells somebody who left the page open overnight what happened.
  if (pending === undefined) throw expiredRequest()
  const expected = await csrfOfBrowser(request, pending, context)
  if (expected === undefined) return refuse('request_cookie', context)
  if (!equalDigests(csrf, expected)) return refuse('csrf', context)
  return { visit: await visitOf(request, pending, expected, context), fields }
}

/** What browsers say about where a post comes from, where they say it. */
function checkSource(request: Request, context: LoginContext): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(context.issuer).origin) refuse('origin', context)
  // `same-site` is another host of our domain. https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') refuse('sec_fetch_site', context)
}

function refuse(reason: string, context: LoginContext): never {
  context.log.warn('login_form_refused', { reason })
  throw forbiddenForm()
}
