// Answers in JSON, never cached unless they say otherwise, and the errors that RFC 6749 and RFC 6750 put into them.
import type { OAuthError, OAuthErrorCode } from '../oauth-error.ts'

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1: no-store on everything that holds tokens. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache', ...headers },
  })
}

const statuses: Partial<Record<OAuthErrorCode, number>> = {
  insufficient_scope: 403,
  invalid_client: 401,
  invalid_token: 401,
  server_error: 500,
  temporarily_unavailable: 503,
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function errorResponse(error: OAuthError, issuer: string): Response {
  const headers = error.error === 'invalid_client' ? { 'www-authenticate': `Basic realm="${issuer}", charset="UTF-8"` } : {}
  return json(statuses[error.error] ?? 400, { error: error.error, error_description: error.description }, headers)
}

/**
 * https://www.rfc-editor.org/rfc/rfc6750#section-3
 * @param error absent when the request carried no token at all: then no code is given
 */
export function bearerErrorResponse(error: OAuthError | undefined, issuer: string): Response {
  const challenge = `Bearer realm="${issuer}"`
  if (error === undefined) {
    const body = { error: 'invalid_token', error_description: 'An access token is required.' }
    return json(401, body, { 'www-authenticate': challenge })
  }
  const parameters = `, error="${error.error}", error_description="${error.description}"`
  const scope = error.error === 'insufficient_scope' ? ', scope="openid"' : ''
  return json(statuses[error.error] ?? 400, { error: error.error, error_description: error.description }, {
    'www-authenticate': challenge + parameters + scope,
  })
}

/** 303: the browser goes on with GET, so that nothing that was posted is posted again. https://www.rfc-editor.org/rfc/rfc9700#section-4.12 */
export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    // A sign-in in a window of its own keeps its opener on every hop of the way.
    'cross-origin-opener-policy': 'unsafe-none',
  })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
