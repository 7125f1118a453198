// Which sessions end, and what dies with them. https://openid.net/specs/openid-connect-rpinitiated-1_0.html
import { auditTrail } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { alice, bob, clientSecret, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserOf, idTokenOf, signInAs } from '../../support/browser-sessions.ts'
import { authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import {
  assertQuestion,
  assertRefusedPage,
  assertSignedOutPage,
  endSession,
  endSessionPath,
  isSignedIn,
  sessionCookieOf,
  signedOutUri,
  signOut,
  silentAnswer,
} from '../../support/end-session.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { refreshDocument } from '../../support/refreshing.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'
import { assertActive, assertInactive, introspect } from '../../support/token-endpoints.ts'

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({ document: refreshDocument(), grants: [authorizationCode(), refreshToken()], audit: auditTrail })
})
after(async () => await provider.close())

const cleared = /^__Host-symbolon-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/

test('the cookie is all that is needed: the person is asked, and every session of the browser ends', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  assert.equal(await silentAnswer(provider, userAgent), 'interaction_required')
  const asked = await endSession(provider, userAgent)
  assertQuestion(asked)
  assert.equal(await silentAnswer(provider, userAgent), 'interaction_required')
  const page = await userAgent.submit(asked)
  assertSignedOutPage(page)
  assert.doesNotMatch(page.text, /Other accounts/)
  assert.match(page.headers.getSetCookie().join(), cleared)
  assert.equal(sessionCookieOf(userAgent), undefined)
  assert.equal(await isSignedIn(provider, userAgent), false)
})

test('with a hint the sessions of its user end, and the others of the browser stay', async () => {
  const userAgent = await browserOf(provider, alice)
  const hint = await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))
  await signInAs(provider, userAgent, bob)
  const page = await endSession(provider, userAgent, { id_token_hint: hint.text })
  assertSignedOutPage(page)
  assert.match(page.text, /Other accounts are still signed in/)
  assert.deepEqual(page.headers.getSetCookie(), [])
  assert.equal(await silentAnswer(provider, userAgent), 'code')
  const rest = await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))
  assert.equal(rest.sub, bob.id)
  assertSignedOutPage(await endSession(provider, userAgent, { id_token_hint: rest.text }))
  assert.equal(sessionCookieOf(userAgent), undefined)
})

test('ES-07 a hint of one user does not end the session of another', async () => {
  const alices = await browserOf(provider, alice)
  const hint = await idTokenOf(provider, await alices.get(authorizationUrl(provider)))
  const bobs = await browserOf(provider, bob)
  for (const fields of [{ id_token_hint: hint.text }, { id_token_hint: hint.text, post_logout_redirect_uri: signedOutUri }]) {
    assertQuestion(await endSession(provider, bobs, fields))
    assert.equal(await silentAnswer(provider, bobs), 'code')
  }
  // Nor does it end Alice's session in her browser: this browser has another user's cookie, and may have the hint from anywhere.
  assert.equal(await silentAnswer(provider, alices), 'code')
})

test('a hint of an earlier session of the same user signs out without a question', async () => {
  const userAgent = await browserOf(provider, alice)
  const hint = await idTokenOf(provider, await (await browserOf(provider, alice)).get(authorizationUrl(provider)))
  assertSignedOutPage(await endSession(provider, userAgent, { id_token_hint: hint.text }))
  assert.equal(await isSignedIn(provider, userAgent), false)
})

test('without a cookie the session ends that the hint names, and no other of its user', async () => {
  const first = await browserOf(provider, alice)
  const second = await browserOf(provider, alice)
  const hint = await idTokenOf(provider, await first.get(authorizationUrl(provider)))
  assertSignedOutPage(await endSession(provider, provider.newUserAgent(), { id_token_hint: hint.text }))
  assert.equal(await isSignedIn(provider, first), false)
  assert.equal(await isSignedIn(provider, second), true)
})

test('without a cookie and without a hint no user is signed out, and the page says that no user is signed in', async () => {
  const userAgent = await browserOf(provider, alice)
  assertSignedOutPage(await endSession(provider, provider.newUserAgent()))
  assert.equal(await isSignedIn(provider, userAgent), true)
})

test('ES-06 a request that another site hides in its page carries no cookie, and ends nothing', async () => {
  const userAgent = await browserOf(provider, alice)
  // What a browser sends for <img src>: no Lax cookie. https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.2
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
  const response = await provider.fetch(new Request(`${provider.issuer}${endSessionPath}`, { headers }))
  assert.equal(response.status, 200)
  await response.text()
  assert.match(userAgent.cookies.header(new URL(provider.issuer), { crossSite: true, method: 'POST' }) ?? 'none', /^none$/)
  assert.equal(await isSignedIn(provider, userAgent), true)
})

test('ES-08 the old cookie is invalid, pages are not cached, and tokens are refused at their next use', async () => {
  const user = await signedIn(provider)
  const { access_token: opaque, refresh_token: refresh, id_token: idToken } = await user.tokens('basic', { scope: 'openid offline_access' })
  const { access_token: jwt } = await user.tokens('jwt')
  const code = await user.code()
  const elsewhere = await signedIn(provider)
  const { access_token: other } = await elsewhere.tokens('basic')
  const old = sessionCookieOf(user.userAgent)
  assert.ok(old !== undefined)
  for (const token of [opaque, jwt]) assertActive(await introspect(provider, token))

  const page = await endSession(provider, user.userAgent, { id_token_hint: String(idToken) })
  assertSignedOutPage(page)
  user.userAgent.cookies.set('__Host-symbolon-session', old, new URL(provider.issuer))
  assert.equal(await silentAnswer(provider, user.userAgent), 'login_required')
  for (const token of [opaque, jwt]) {
    assertInactive(await introspect(provider, token))
    assert.equal((await userinfoOf(provider, token)).status, 401)
  }
  const headers = { authorization: basicHeader('basic', clientSecret) }
  assertError(await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(refresh) }, headers), 400, 'invalid_grant')
  assertError(await redeem(provider, code), 400, 'invalid_grant')
  assertActive(await introspect(provider, other), 'another browser of the same user goes on')
})

test('ES-08 what was issued stays dead for as long as it could have lived', async () => {
  const user = await signedIn(provider)
  const { access_token: jwt } = await user.tokens('jwt')
  await signOut(provider, user.userAgent)
  provider.clock.advance(43_190)
  await provider.storage.stores.revocations?.deleteExpired(provider.clock.now(), 1000)
  assertInactive(await introspect(provider, jwt))
})

test('ES-09 the next user who signs in has a new session and none of the earlier tokens', async () => {
  const userAgent = await browserOf(provider, alice)
  const before = await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))
  await endSession(provider, provider.newUserAgent(), { id_token_hint: before.text })
  const after = await idTokenOf(provider, await signInAs(provider, userAgent, bob))
  assert.equal(after.sub, bob.id)
  assert.notEqual(after.sid, before.sid)
  const again = await browserOf(provider, alice)
  const own = await idTokenOf(provider, await again.get(authorizationUrl(provider)))
  assert.notEqual(own.sid, before.sid)
})

test('a session of a user who is switched off ends, too', async () => {
  const userAgent = await browserOf(provider, bob)
  const cookie = sessionCookieOf(userAgent)
  const people = (state: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE') => tokenDocument([], { users: { bob: { state } } })
  await provider.apply(people('USER_STATE_INACTIVE'))
  assertSignedOutPage(await signOut(provider, userAgent))
  await provider.apply(people('USER_STATE_ACTIVE'))
  userAgent.cookies.set('__Host-symbolon-session', cookie ?? '', new URL(provider.issuer))
  assert.equal(await isSignedIn(provider, userAgent), false)
})

test('a sign-in that is under way when its browser signs out goes on, to a separate session', async () => {
  const userAgent = await browserOf(provider, alice)
  const before = await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))
  const asked = await userAgent.get(authorizationUrl(provider, { prompt: 'login', login_hint: alice.loginName }))
  await signOut(provider, userAgent)
  const after = await idTokenOf(provider, await signIn(userAgent, asked, alice))
  assert.equal(after.sub, alice.id)
  assert.notEqual(after.sid, before.sid)
})

test('the audit trail says whose session ended', async () => {
  const userAgent = await browserOf(provider, alice)
  const { sid } = await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))
  provider.clock.advance(1)
  await signOut(provider, userAgent)
  const [event] = (await provider.storage.stores.auditEvents?.list({ limit: 1 })) ?? []
  assert.equal(event?.type, 'session_ended')
  assert.equal(event.actorId, alice.id)
  assert.deepEqual(event.subject, { kind: 'session', id: sid })
})

test('a refused request ends nothing', async () => {
  const userAgent = await browserOf(provider, alice)
  assertRefusedPage(await endSession(provider, userAgent, { id_token_hint: 'x' }))
  assert.equal(await isSignedIn(provider, userAgent), true)
  assert.equal(codeOf(await userAgent.get(authorizationUrl(provider))).length, 43)
})
