// Reads the form of a page of a part. It is read only when it comes from a page of this server that was shown in the same session, so that no
// other site can act as the user who is signed in.
// https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
import type { Context } from '../contract/context.ts'
import { equalDigests } from '../crypto/digest.ts'
import { ForbiddenForm, OAuthError } from '../errors/oauth-error.ts'
import { foreignSource } from '../http/form-source.ts'
import { readForm } from '../http/parameters.ts'
import type { Parameters } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { csrfToken, readSessionCookie } from '../http/user-agent.ts'

/**
 * Reads a form that `login.page` rendered.
 *
 * @returns the fields as typed; undefined if the session changed since the page was shown, such as after a sign-in in another tab: the endpoint
 *   shows its page again
 * @throws ForbiddenForm for a form from another site
 * @throws OAuthError invalid_request for a body that is not a form, or that repeats a field
 */
export async function readPageForm(
  request: HttpRequest,
  { issuer, log }: Pick<Context, 'issuer' | 'log'>,
): Promise<Parameters | undefined> {
  const source = foreignSource(request, issuer)
  if (source !== undefined) {
    log.warn('page_form_refused', { reason: source })
    throw new ForbiddenForm()
  }
  const { parameters, repeated } = await readForm(request)
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A field is repeated.')
  const secret = readSessionCookie(request, issuer)
  if (secret !== undefined && equalDigests(parameters['csrf'] ?? '', csrfToken(secret))) return parameters
  log.warn('page_form_refused', { reason: 'csrf' })
  return undefined
}
