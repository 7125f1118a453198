// A browser at the end session endpoint, and how it shows who is still signed in.
import { redirectUri } from '@symbolon/test-kit'
import type { Page, RequestOptions, UserAgent } from '@symbolon/test-kit'
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

/** Signs out as a person does: by the request, and by the button where the page asks. */
export async function signOut(
  provider: TestProvider,
  userAgent: UserAgent,
  fields: Fields = {},
  options: RequestOptions = {},
): Promise<Page> {
  const page = await endSession(provider, userAgent, fields, options)
  return isQuestion(page) ? await userAgent.submit(page, {}, 0, options) : page
}

const question = /<h1>(?:Sign out of|Von) <b><bdi>Symbolon<\/bdi><\/b>(?:\?| abmelden\?)<\/h1>/

export function isQuestion(page: Page): boolean {
  return page.status === 200 && question.test(page.text)
}

/** A page with one button, and no redirect. */
export function assertQuestion(page: Page): void {
  assert.equal(page.redirectedTo, undefined, page.redirectedTo?.href)
  assert.equal(page.status, 200)
  assert.match(page.text, question)
  assert.doesNotMatch(page.text, /http-equiv="refresh"|<a |<script/)
  assert.deepEqual(
    page.forms.map(({ action, method, submitButtons }) => [action, method, submitButtons]),
    [[endSessionPath, 'POST', 1]],
  )
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'$/)
  assert.deepEqual(page.headers.getSetCookie(), [])
}

/** Where the browser goes on: by a redirect, or from a page that leads on by itself, and by a link. */
export function leadsTo(page: Page): string | undefined {
  const location = page.headers.get('location')
  if (location !== null || page.redirectedTo === undefined) return location ?? undefined
  const link = /<a (?:class="[^"]*" )?href="([^"]*)">/.exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  assert.equal(link, page.redirectedTo.href)
  return link
}

/** What a request without interaction is answered with: a code for the only signed-in user, an error for none or several. */
export async function silentAnswer(provider: TestProvider, userAgent: UserAgent, fields: Fields = {}): Promise<string> {
  const { redirectedTo } = await userAgent.get(authorizationUrl(provider, { prompt: 'none', ...fields }))
  assert.equal(redirectedTo?.href.startsWith(redirectUri), true)
  return redirectedTo?.searchParams.get('error') ?? (redirectedTo?.searchParams.has('code') === true ? 'code' : 'nothing')
}

export async function isSignedIn(provider: TestProvider, userAgent: UserAgent): Promise<boolean> {
  return (await silentAnswer(provider, userAgent)) !== 'login_required'
}

export function assertSignedOutPage(page: Page, heading = 'You are signed out', goesOnTo?: string): void {
  assert.equal(page.redirectedTo?.href, goesOnTo)
  assert.equal(page.headers.get('location'), null)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(page.text, new RegExp(`<h1>${heading}</h1>`))
}

/** A page that reports it, and no redirect. */
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
