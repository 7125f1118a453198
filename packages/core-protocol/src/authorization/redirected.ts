// What becomes of a failure of an authorization request: once the redirect URI was found registered the client is told, by redirect;
// before, the user is shown a page. Nobody at a browser is left with an answer that only a program can read.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1
import { DisplayedError, OAuthError, RedirectedError } from '../errors/oauth-error.ts'
import type { RedirectTarget } from '../errors/oauth-error.ts'
import { StorageUnavailable } from '../ports/stores.ts'
import type { AuthorizationRequest } from '../ports/authorization-request.ts'

/** Where the answer to a request goes that was checked before. */
export function redirectTargetOf({ redirectUri, responseMode, state, uiLocales }: AuthorizationRequest): RedirectTarget {
  return { redirectUri, responseMode, state, uiLocales }
}

/** @returns the error to throw instead; what was decided to be shown stays so */
export function redirected(error: unknown, target: RedirectTarget): DisplayedError | RedirectedError {
  if (error instanceof DisplayedError || error instanceof RedirectedError) return error
  const { error: code, description, reason } = inTermsOfOAuth(error)
  return new RedirectedError(target, code, description, reason)
}

/** The same while it is not known whom to tell. */
export function displayed(error: unknown): DisplayedError | RedirectedError {
  if (error instanceof DisplayedError || error instanceof RedirectedError) return error
  const { error: code, description, reason } = inTermsOfOAuth(error)
  return new DisplayedError(code, description, reason)
}

/** "because a 500 Internal Server Error HTTP status code cannot be returned to the client via an HTTP redirect", nor a 503 */
function inTermsOfOAuth(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof StorageUnavailable) {
    return new OAuthError('temporarily_unavailable', 'The service is not available at the moment.', error.message)
  }
  return new OAuthError('server_error', 'An unexpected condition was met.', error instanceof Error ? error.stack ?? error.message : String(error))
}
