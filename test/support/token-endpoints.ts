// Calls to the endpoints that look at tokens and end them, as a client makes them.
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { basicHeader } from './code-flow.ts'
import type { Fields, TokenAnswer } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

export interface RawAnswer extends TokenAnswer {
  readonly text: string
}

/** Posts exactly this form. */
export async function postForm(provider: TestProvider, path: string, fields: Fields | string, headers: Fields = {}): Promise<RawAnswer> {
  const response = await provider.fetch(
    new Request(provider.issuer + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    }),
  )
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return { status: response.status, headers: response.headers, text, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

/** Introspects as the API of the fixtures, or as another client with its secret. */
export async function introspect(provider: TestProvider, token: unknown, clientId = 'api', fields: Fields = {}): Promise<RawAnswer> {
  const headers = { authorization: basicHeader(clientId, clientSecret) }
  return await postForm(provider, '/oauth/v2/introspect', { token: String(token), ...fields }, headers)
}

export async function revoke(provider: TestProvider, token: unknown, clientId = 'basic', fields: Fields = {}): Promise<RawAnswer> {
  const headers = { authorization: basicHeader(clientId, clientSecret) }
  return await postForm(provider, '/oauth/v2/revoke', { token: String(token), ...fields }, headers)
}

/** Exactly this, so that nothing reveals why. https://www.rfc-editor.org/rfc/rfc7662#section-2.2 */
export function assertInactive({ status, text, headers }: RawAnswer, what = ''): void {
  assert.equal(text, '{"active":false}', what)
  assert.equal(status, 200, what)
  assert.equal(headers.get('content-type'), 'application/json', what)
  assert.equal(headers.get('cache-control'), 'no-store', what)
}

export function assertActive({ status, body }: RawAnswer, what = ''): void {
  assert.equal(body['active'], true, `${what} ${JSON.stringify(body)}`)
  assert.equal(status, 200, what)
}

/** https://www.rfc-editor.org/rfc/rfc7009#section-2.2: "The content of the response body is ignored by the client", but libraries parse it */
export function assertRevoked({ status, text, headers }: RawAnswer, what = ''): void {
  assert.equal(text, '{}', what)
  assert.equal(headers.get('content-type'), 'application/json', what)
  assert.equal(status, 200, what)
  assert.equal(headers.get('cache-control'), 'no-store', what)
}
