// Modules in which the client sends its user to sign out. Every one begins with a user who has signed in.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html
import type { Page } from '@symbolon/test-kit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readErrorCallback } from '../../support/conformance/callback.ts'
import { authorizationUrl, completeFlow, newRequest } from '../../support/conformance/flow.ts'
import type { Fields, Flow } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { postLogoutUri } from '../../support/conformance/registration.ts'
import { signJws } from '../../support/jws.ts'

interface SignedIn {
  readonly flow: Flow
  readonly idToken: string
  /** The suite's state has 128 characters. */
  readonly state: string
  signOut(fields: Fields): Promise<Page>
}

export function logoutModules(plan: Plan): void {
  test('oidcc-rp-initiated-logout-discovery-endpoint-verification the endpoint is published, on https', () => {
    const endpoint = new URL(String(plan.metadata['end_session_endpoint']))
    assert.equal(endpoint.protocol, 'https:')
    assert.equal(endpoint.origin, plan.issuer)
  })

  test('oidcc-rp-initiated-logout hint, URI and state bring the user back with the state, signed out', async () => {
    const { idToken, state, flow, signOut } = await signedIn(plan)
    const page = await signOut({ id_token_hint: idToken, post_logout_redirect_uri: postLogoutUri, state })
    checkSentBack(page, { state })
    await checkSignedOut(plan, flow)
  })

  test('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri a URI that is not registered is not followed', async () => {
    const { idToken, state, signOut } = await signedIn(plan)
    for (const uri of [`${postLogoutUri}/bad`, 'https://localhost.emobix.co.uk:8443/']) {
      checkPage(await signOut({ id_token_hint: idToken, post_logout_redirect_uri: uri, state }), 400)
    }
  })

  test('oidcc-rp-initiated-logout-modified-id-token-hint a hint without a signature is rejected', async () => {
    const { idToken, state, signOut } = await signedIn(plan)
    const modified = await signJws({ ...decodeProtectedHeader(idToken), alg: 'none' }, decodeJwt(idToken), undefined)
    checkPage(await signOut({ id_token_hint: modified, post_logout_redirect_uri: postLogoutUri, state }), 400)
  })

  test('oidcc-rp-initiated-logout-no-id-token-hint without a client the URI is not followed', async () => {
    const { state, flow, signOut } = await signedIn(plan)
    await checkAsked(await signOut({ post_logout_redirect_uri: postLogoutUri, state }), flow)
    await checkSignedOut(plan, flow)
  })

  test('oidcc-rp-initiated-logout-no-params the cookie is enough to be asked, and to sign out', async () => {
    const { flow, signOut } = await signedIn(plan)
    await checkAsked(await signOut({}), flow)
    await checkSignedOut(plan, flow)
  })

  test('oidcc-rp-initiated-logout-no-post-logout-redirect-uri without a URI the user sees a page', async () => {
    const { idToken, state, flow, signOut } = await signedIn(plan)
    checkPage(await signOut({ id_token_hint: idToken, state }), 200)
    await checkSignedOut(plan, flow)
  })

  test('oidcc-rp-initiated-logout-no-state without a state none comes back', async () => {
    const { idToken, flow, signOut } = await signedIn(plan)
    checkSentBack(await signOut({ id_token_hint: idToken, post_logout_redirect_uri: postLogoutUri }), {})
    await checkSignedOut(plan, flow)
  })

  test('oidcc-rp-initiated-logout-only-state a state alone leads nowhere', async () => {
    const { state, flow, signOut } = await signedIn(plan)
    await checkAsked(await signOut({ state }), flow)
    await checkSignedOut(plan, flow)
  })

  test('oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri a query beyond the registered URI is not followed', async () => {
    const { idToken, state, signOut } = await signedIn(plan)
    checkPage(await signOut({ id_token_hint: idToken, post_logout_redirect_uri: `${postLogoutUri}?foo=bar`, state }), 400)
  })

  test('oidcc-rp-initiated-logout-bad-id-token-hint a hint that the client signed is rejected', async () => {
    const { idToken, state, signOut } = await signedIn(plan)
    const { authentication } = plan.client
    assert.ok('secret' in authentication)
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(authentication.secret), hmac, false, ['sign'])
    const made = await signJws({ alg: 'HS256' }, decodeJwt(idToken), key)
    checkPage(await signOut({ id_token_hint: made, post_logout_redirect_uri: postLogoutUri, state }), 400)
  })
}

async function signedIn(plan: Plan): Promise<SignedIn> {
  const flow = await completeFlow(plan)
  return {
    flow,
    idToken: String(flow.tokens['id_token']),
    state: 'S'.repeat(128),
    signOut: async (fields) => await flow.userAgent.get(`${String(plan.metadata['end_session_endpoint'])}?${new URLSearchParams(fields)}`),
  }
}

/** Exactly the registered URI; parameters other than the state are a warning. */
function checkSentBack({ redirectedTo }: Page, expected: Fields): void {
  assert.equal(redirectedTo === undefined ? undefined : redirectedTo.origin + redirectedTo.pathname, postLogoutUri)
  assert.deepEqual(Object.fromEntries(redirectedTo?.searchParams ?? []), expected)
  assert.equal(redirectedTo?.hash, '')
}

/** A page that a person reviews: it says whether the user is signed out. */
function checkPage(page: Page, status: number): void {
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.status, status)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.text, status === 200 ? /You are signed out/ : /This sign-out request is not valid/)
}

/** A page that asks, whose button signs the user out and leads nowhere. */
async function checkAsked(page: Page, { userAgent }: Flow): Promise<void> {
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.status, 200)
  assert.equal(page.forms.length, 1)
  const answered = await userAgent.submit(page)
  checkPage(answered, 200)
  assert.doesNotMatch(answered.text, /http-equiv="refresh"/)
}

/** Asserts that a request without interaction finds no session. */
async function checkSignedOut(plan: Plan, { userAgent }: Flow): Promise<void> {
  const request = newRequest(plan, { request: { prompt: 'none' } })
  const error = readErrorCallback(plan, await userAgent.get(authorizationUrl(plan, request)), request)
  assert.ok(['login_required', 'interaction_required', 'account_selection_required'].includes(error), error)
}
