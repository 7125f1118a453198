// Answers as plain data: JSON with `no-store` unless they say otherwise, redirects, and the error responses of RFC 6749 and RFC 6750.
import { InvalidClient, StillPending } from '../errors/oauth-error.ts'
import type { OAuthError, OAuthErrorCode, TooManyRequests } from '../errors/oauth-error.ts'
import type { HttpRequest } from './request.ts'

/** An answer to a request, as plain data. `Response` exists at the edge alone. */
export interface Answer {
  readonly status: number
  /** Header fields; names in lower case. */
  readonly fields: Readonly<Record<string, string>>
  /** `Set-Cookie` values. */
  readonly cookies?: readonly string[]
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /**
   * Whether limits count the answer as a failure, where its status does not say so: true for a presented value that is not valid, although the
   * status is that of a success; false for a right request whose answer is an error code.
   */
  readonly unsuccessful?: boolean
  /** The error code of the response, for metrics. */
  readonly error?: OAuthErrorCode
}

/** The part of an answer that request limits see. */
export type GivenAnswer = Pick<Answer, 'status' | 'unsuccessful'>

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1: no-store on everything that holds tokens. */
export function json(status: number, body: unknown, fields?: Readonly<Record<string, string>>): Answer {
  return { status, fields: fields === undefined ? jsonFields : { ...jsonFields, ...fields }, body: JSON.stringify(body) }
}

const jsonFields: Answer['fields'] = { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' }

/** @returns the answer to a request of this method as a `Response`, for hosts that speak `fetch` */
export function toResponse({ status, fields, cookies = [], body }: Answer, method = 'GET'): Response {
  const response = new Response(method === 'HEAD' ? null : body, { status, headers: fields })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** @returns the answer with further `Set-Cookie` values */
export function withCookies(answer: Answer, cookies: readonly string[]): Answer {
  return cookies.length === 0 ? answer : { ...answer, cookies: [...(answer.cookies ?? []), ...cookies] }
}

const statuses: Partial<Record<OAuthErrorCode, number>> = {
  insufficient_scope: 403,
  invalid_client: 401,
  invalid_token: 401,
  server_error: 500,
  temporarily_unavailable: 503,
}

/**
 * https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 * @param request whose answer it is: who tried HTTP Basic is challenged for it, and so is who could have used it. To others a
 *   challenge would be wrong, and browsers would ask people for a name and a password.
 */
export function errorAnswer(error: OAuthError, request: HttpRequest, issuer: string): Answer {
  const challenged =
    error.error === 'invalid_client' &&
    (request.header('authorization') !== undefined || (error instanceof InvalidClient && error.basicAccepted))
  const headers = challenged ? { 'www-authenticate': `Basic realm="${issuer}", charset="UTF-8"` } : {}
  const answer = json(statuses[error.error] ?? 400, { error: error.error, error_description: error.description }, headers)
  return { ...answer, error: error.error, ...(error instanceof StillPending ? { unsuccessful: false } : {}) }
}

/**
 * The JSON answer to a request beyond a limit. https://www.rfc-editor.org/rfc/rfc6585#section-4. No error code is registered for it.
 * `temporarily_unavailable` stands for "a temporary overloading" (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1); every code that is
 * registered for the token endpoint would blame what the client sent, and have it throw away a good token or secret.
 */
export function tooManyRequestsAnswer({ error, description, retryAfter }: TooManyRequests): Answer {
  return { ...json(429, { error, error_description: description }, { 'retry-after': String(retryAfter) }), error }
}

/**
 * https://www.rfc-editor.org/rfc/rfc6750#section-3
 * @param error absent when the request carried no token at all: then no code is given
 * @param scope the scopes that the resource demands
 */
export function bearerErrorAnswer(error: OAuthError | undefined, issuer: string, scope: readonly string[] = ['openid']): Answer {
  const challenge = `Bearer realm="${issuer}"`
  if (error === undefined) {
    const body = { error: 'invalid_token', error_description: 'An access token is required.' }
    return { ...json(401, body, { 'www-authenticate': challenge }), error: 'invalid_token' }
  }
  const parameters = `, error="${error.error}", error_description="${error.description}"`
  const demanded = error.error === 'insufficient_scope' ? `, scope="${scope.join(' ')}"` : ''
  const body = { error: error.error, error_description: error.description }
  return { ...json(statuses[error.error] ?? 400, body, { 'www-authenticate': challenge + parameters + demanded }), error: error.error }
}

/** 303: the browser goes on with GET, so that nothing that was posted is posted again. https://www.rfc-editor.org/rfc/rfc9700#section-4.12 */
export function redirect(location: string, cookies: readonly string[] = []): Answer {
  return { status: 303, fields: redirectFields(location), cookies, body: null }
}

/** A redirect after a form that was refused, which limits count as a failure. */
export function refusedRedirect(location: string): Answer {
  return { status: 303, fields: redirectFields(location), body: null, unsuccessful: true }
}

function redirectFields(location: string): Readonly<Record<string, string>> {
  return {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    // A sign-in in a popup keeps its opener on every redirect.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}
