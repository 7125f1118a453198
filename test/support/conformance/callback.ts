// What reaches the client's callback. https://openid.net/specs/openid-connect-core-1_0.html#AuthResponse, #AuthError
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { bitsOf, entropyOf } from './entropy.ts'
import type { Plan } from './plan.ts'

type Answer = Readonly<Record<string, string>>

/**
 * Reads the answer, which has to come in the mode of the plan and hold nothing but the expected members, state and iss.
 * @param expected the members that have to be there
 */
export function readCallback(plan: Plan, page: Page, request: Answer, expected: readonly string[]): Answer {
  const answer = plan.responseMode === 'form_post' ? posted(page, request) : redirected(page, request)
  assert.equal(answer['state'], request['state'])
  // https://www.rfc-editor.org/rfc/rfc9207#section-2.4
  assert.equal(answer['iss'], plan.issuer)
  const present = Object.keys(answer).toSorted()
  const due = [...expected, 'iss', ...(request['state'] === undefined ? [] : ['state'])].toSorted()
  assert.deepEqual(present, due)
  if (answer['code'] !== undefined) {
    assert.ok(bitsOf(answer['code']) >= 128, 'the code is shorter than 128 bits')
    assert.ok(entropyOf(answer['code']) >= 96, 'the code has less entropy than 96 bits')
  }
  return answer
}

/** The error that the client gets, in characters that RFC 6749 §4.1.2.1 allows. */
export function readErrorCallback(plan: Plan, page: Page, request: Answer): string {
  const { error, error_description: description } = readCallback(plan, page, request, ['error', 'error_description'])
  assert.match(error ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.match(description ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  return error ?? ''
}

/** An error page of the service: the browser stays, and the client hears nothing. */
export function checkErrorPage(page: Page): void {
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.status, 400)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.text, /invalid_request/)
  assert.deepEqual(page.forms, [])
}

function redirected(page: Page, request: Answer): Answer {
  const target = page.redirectedTo
  assert.ok(target !== undefined, `no redirect, but status ${page.status}: ${page.text.slice(0, 300)}`)
  const registered = new URL(request['redirect_uri'] ?? '')
  assert.equal(target.origin + target.pathname, registered.origin + registered.pathname)
  // https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#Combinations
  if (request['response_type']?.includes('token') === true) {
    assert.equal(target.search, registered.search, 'something of the answer stands in the query')
    return unrepeated([...new URLSearchParams(target.hash.slice(1))])
  }
  assert.equal(target.hash, '')
  const parameters = [...target.searchParams]
  // A registered query stays in front, as it is.
  const own = [...registered.searchParams]
  assert.deepEqual(parameters.slice(0, own.length), own)
  return unrepeated(parameters.slice(own.length))
}

/** https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html */
function posted(page: Page, request: Answer): Answer {
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.status, 200)
  assert.equal(page.forms.length, 1)
  const [form] = page.forms
  assert.equal(form?.method, 'POST')
  assert.equal(form?.action, request['redirect_uri'])
  assert.equal(form?.submitButtons, 1)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, new RegExp(`form-action ([^;]* )?${new URL(form?.action ?? '').protocol}( |;|$)`))
  for (const name of ['code', 'access_token', 'id_token', 'error']) assert.ok(!page.url.searchParams.has(name), `${name} stands in the URL`)
  return form?.fields ?? {}
}

function unrepeated(parameters: readonly (readonly [string, string])[]): Answer {
  assert.equal(new Set(parameters.map(([name]) => name)).size, parameters.length, 'a parameter is repeated')
  return Object.fromEntries(parameters)
}
