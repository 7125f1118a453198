// A browser at the end session endpoint, and how it shows who is still signed in.
import { redirectUri } from '@symbolon/testing'
import type { Page, RequestOptions, UserAgent } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { authorizationUrl } from './code-flow.ts'
import type { Fields } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

export const endSessionPath = '/oidc/v1/end_session'
/** Registered for every app of the fixtures. */
export const signedOutUri = 'https://app.example/signed-out'

export async function endSession(
  provider: TestProvider,
  userAgent: UserAgent,
  fields: Fields = {},
  options: RequestOptions = {},
): Promise<Page> {
  return await userAgent.get(`${provider.issuer}${endSessionPath}?${new URLSearchParams(fields)}`, options)
}

/** What a request without interaction is answered with: a code for the only one who is signed in, an error for nobody or several. */
export async function silentAnswer(provider: TestProvider, userAgent: UserAgent, fields: Fields = {}): Promise<string> {
  const { redirectedTo } = await userAgent.get(authorizationUrl(provider, { prompt: 'none', ...fields }))
  assert.equal(redirectedTo?.href.startsWith(redirectUri), true)
  return redirectedTo?.searchParams.get('error') ?? (redirectedTo?.searchParams.has('code') === true ? 'code' : 'nothing')
}

export async function isSignedIn(provider: TestProvider, userAgent: UserAgent): Promise<boolean> {
  return await silentAnswer(provider, userAgent) !== 'login_required'
}

export function assertSignedOutPage(page: Page, heading = 'You are signed out'): void {
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(page.text, new RegExp(`<h1>${heading}</h1>`))
}

/** A page that says so, and nobody is sent anywhere. */
export function assertRefusedPage(page: Page, description?: RegExp): void {
  assert.equal(page.redirectedTo, undefined, page.redirectedTo?.href)
  assert.equal(page.headers.get('location'), null)
  assert.equal(page.status, 400)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.text, /<h1>This sign-out request is not valid<\/h1>/)
  assert.match(page.text, /invalid_request/)
  if (description !== undefined) assert.match(page.text, description)
  assert.doesNotMatch(page.text, /signed out<\/h1>/)
}

/** The session cookie that the browser has. */
export function sessionCookieOf(userAgent: UserAgent): string | undefined {
  return userAgent.cookies.list().find(({ name }) => name === '__Host-symbolon-session')?.value
}
