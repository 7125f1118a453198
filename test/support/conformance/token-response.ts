// Answers of the token endpoint. https://openid.net/specs/openid-connect-core-1_0.html#TokenResponse, #TokenErrorResponse
import assert from 'node:assert/strict'
import { bitsOf, entropyOf } from './entropy.ts'
import type { Members } from './plan.ts'

const known = new Set(['access_token', 'token_type', 'expires_in', 'id_token', 'refresh_token', 'scope'])

export async function checkTokenResponse(response: Response): Promise<Members> {
  const body = await jsonBody(response)
  assert.equal(response.status, 200, JSON.stringify(body))
  assert.match(response.headers.get('cache-control') ?? '', /\bno-store\b/)
  assert.equal(body['token_type'], 'Bearer')
  assert.deepEqual(
    Object.keys(body).filter((name) => !known.has(name)),
    [],
  )
  const { access_token: accessToken, id_token: idToken, expires_in: expiresIn } = body
  assert.ok(typeof accessToken === 'string' && bitsOf(accessToken) >= 128 && entropyOf(accessToken) >= 96)
  assert.equal(typeof idToken, 'string')
  assert.ok(typeof expiresIn === 'number' && Number.isSafeInteger(expiresIn) && expiresIn > 0)
  return body
}

/** @returns the error code of a refusal with status 400 */
export async function checkTokenError(response: Response): Promise<unknown> {
  const body = await jsonBody(response)
  assert.equal(response.status, 400, JSON.stringify(body))
  assert.match(response.headers.get('cache-control') ?? '', /\bno-store\b/)
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'error_description'])
  assert.match(String(body['error_description']), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  return body['error']
}

async function jsonBody(response: Response): Promise<Members> {
  assert.match(response.headers.get('content-type') ?? '', /^application\/json(;|$)/)
  return (await response.json()) as Members
}
