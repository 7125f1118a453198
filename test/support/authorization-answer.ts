// Answers of the authorization endpoint as a client reads them, whatever response mode brought them.
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'

export interface AuthorizationAnswer {
  readonly mode: 'query' | 'fragment' | 'form_post'
  /** Where the answer went, to the byte, without the parameters of the answer. */
  readonly to: string
  readonly parameters: Readonly<Record<string, string>>
}

/** @throws Error when the page is not a response to a client */
export function answerOf(page: Page): AuthorizationAnswer {
  const location = page.headers.get('location')
  if (location !== null && page.redirectedTo !== undefined) {
    const at = location.search(/[?&#][a-z_]+=/)
    const mode = location[at] === '#' ? 'fragment' : 'query'
    return { mode, to: location.slice(0, at), parameters: parse(location.slice(at + 1)) }
  }
  const form = page.forms[0]
  if (page.status === 200 && form !== undefined && !form.action.startsWith('/')) {
    return { mode: 'form_post', to: form.action, parameters: form.fields }
  }
  throw new Error(`No answer to a client: status ${page.status}, ${page.url.pathname}: ${page.text.slice(0, 300)}`)
}

/** A parameter that occurs twice would mislead a client, so it fails here. */
function parse(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)]
  assert.equal(new Set(pairs.map(([name]) => name)).size, pairs.length, `a parameter occurs twice in ${text}`)
  return Object.fromEntries(pairs)
}

/** The client gets this error, with its state and the issuer, and nothing else. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
export function assertError(
  page: Page,
  error: string,
  expected: {
    readonly state?: string | undefined
    readonly mode?: AuthorizationAnswer['mode']
  } = {},
): void {
  const { mode, parameters } = answerOf(page)
  const state = 'state' in expected ? expected.state : 'the-state'
  const { error_description: description, ...others } = parameters
  assert.deepEqual(others, { error, ...(state === undefined ? {} : { state }), iss: 'https://id.example' })
  assert.match(description ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, 'the characters that RFC 6749 allows')
  assert.equal(mode, expected.mode ?? 'query')
}

/** The user is shown a page; nothing goes to any client, and no code exists. */
export function assertDisplayed(page: Page, status = 400, text?: string): void {
  assert.equal(page.status, status, page.text.slice(0, 300))
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.headers.get('location'), null)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.deepEqual(page.forms, [])
  if (text !== undefined) assert.ok(page.text.includes(text), `"${text}" is not on the page: ${page.text}`)
}

/** Which page of the login the user sees. */
export function pageKind(page: Page): 'login_name' | 'password' | 'account_selection' | 'error' | 'answer' {
  if (page.redirectedTo !== undefined) return 'answer'
  const form = page.forms[0]
  if (form === undefined) return 'error'
  if ('password' in form.fields) return 'password'
  if ('sessionId' in form.fields) return 'account_selection'
  return 'loginName' in form.fields ? 'login_name' : 'answer'
}
