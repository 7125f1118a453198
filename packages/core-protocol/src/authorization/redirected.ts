// What becomes of a failure once the redirect URI was found registered: the client is told, by redirect.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1
import { DisplayedError, OAuthError, RedirectedError } from '../oauth-error.ts'
import type { RedirectTarget } from '../oauth-error.ts'
import { StorageUnavailable } from '../ports/stores.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/** Where the answer to a request goes that was checked before. */
export function redirectTargetOf({ redirectUri, responseMode, state }: AuthorizationRequest): RedirectTarget {
  return { redirectUri, responseMode, state }
}

/**
 * @returns the error to throw instead; what was decided to be shown stays so, and what nobody foresaw is left to the server's error
 * boundary
 */
export function redirected(error: unknown, target: RedirectTarget): unknown {
  if (error instanceof DisplayedError || error instanceof RedirectedError) return error
  if (error instanceof OAuthError) return new RedirectedError(target, error.error, error.description, error.reason)
  // "because a 503 Service Unavailable HTTP status code cannot be returned to the client via an HTTP redirect"
  if (error instanceof StorageUnavailable) return new RedirectedError(target, 'temporarily_unavailable', unavailable, error.message)
  return error
}

/** The public text while the database is away. */
export const unavailable = 'The service is not available at the moment.'
