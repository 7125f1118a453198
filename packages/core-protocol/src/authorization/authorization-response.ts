// Responses to authorization requests, successful or not, in the response mode that was asked for. Once the redirect URI is known to be
// registered, errors are redirected to the client; before that, the user is shown a page. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2,
// https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes
import type { Context } from '../contract/context.ts'
import { DisplayedError, OAuthError, RedirectedError } from '../errors/oauth-error.ts'
import type { RedirectTarget } from '../errors/oauth-error.ts'
import type { HttpRequest } from '../http/request.ts'
import { redirect, withCookies } from '../http/responses.ts'
import type { Answer } from '../http/responses.ts'
import type { AuthorizationRequest } from '../ports/authorization-request.ts'
import { StorageUnavailable } from '../ports/stores.ts'
import { requireMode } from './response-mode.ts'

/**
 * Responds to an authorization request at the redirect URI of the client. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 * @param cookies `Set-Cookie` values that go with the answer
 * @throws TypeError for the response mode form_post where no login is composed
 * @throws DisplayedError for a mode that is not composed any more
 */
export async function authorizationResponse(
  target: RedirectTarget,
  parameters: Readonly<Record<string, string>>,
  request: HttpRequest,
  context: Context,
  cookies: readonly string[] = [],
): Promise<Answer> {
  const all = {
    ...parameters,
    ...(target.state === undefined ? {} : { state: target.state }),
    // Identifies the issuer of the response, against mix-up. https://www.rfc-editor.org/rfc/rfc9207#section-2
    iss: context.issuer,
  }
  const { carriedBy, encode } = requireMode(target, context)
  const carried = encode === undefined ? all : await encode({ clientId: target.clientId, parameters: all })
  if (carriedBy === 'form_post') {
    if (context.registry.login === undefined) throw new TypeError('form_post needs a login')
    return withCookies(await context.registry.login.formPost(target, carried, request), cookies)
  }
  const encoded = new URLSearchParams(carried).toString()
  if (carriedBy === 'fragment') return redirect(`${target.redirectUri}#${encoded}`, cookies)
  return redirect(appendQuery(target.redirectUri, encoded), cookies)
}

/** The error response of an authorization request, sent to its redirect target. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
export async function authorizationErrorResponse(
  error: RedirectedError,
  request: HttpRequest,
  context: Context,
  cookies: readonly string[] = [],
): Promise<Answer> {
  return await authorizationResponse(error.target, { error: error.error, error_description: error.description }, request, context, cookies)
}

/** A registered query stays as it is, to the byte. https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2 */
export function appendQuery(uri: string, query: string): string {
  if (!uri.includes('?')) return `${uri}?${query}`
  return /[?&]$/.test(uri) ? uri + query : `${uri}&${query}`
}

/** Where the answer to a request goes that was checked before. */
export function redirectTargetOf({ clientId, redirectUri, responseMode, state, uiLocales }: AuthorizationRequest): RedirectTarget {
  return { clientId, redirectUri, responseMode, state, uiLocales }
}

/** @returns the error to throw instead; what was decided to be shown stays so */
export function redirected(error: unknown, target: RedirectTarget): DisplayedError | RedirectedError {
  if (error instanceof DisplayedError || error instanceof RedirectedError) return error
  const { error: code, description, reason } = inTermsOfOAuth(error)
  return new RedirectedError(target, code, description, reason)
}

/** The same error, before the redirect target is known. */
export function displayed(error: unknown): DisplayedError | RedirectedError {
  if (error instanceof DisplayedError || error instanceof RedirectedError) return error
  const { error: code, description, reason } = inTermsOfOAuth(error)
  return new DisplayedError(code, description, reason)
}

/** "because a 500 Internal Server Error HTTP status code cannot be returned to the client via an HTTP redirect", nor a 503 */
function inTermsOfOAuth(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof StorageUnavailable) {
    return new OAuthError('temporarily_unavailable', 'The service is temporarily unavailable.', error.message)
  }
  return new OAuthError(
    'server_error',
    'The server met an unexpected condition.',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  )
}
