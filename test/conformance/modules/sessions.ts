// Modules with two requests of one browser: when the second may be answered in silence, and when the user has to sign in again.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import { alice, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readErrorCallback } from '../../support/conformance/callback.ts'
import { authorizationUrl, completeFlow, finishFlow, newRequest } from '../../support/conformance/flow.ts'
import type { Flow } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'

export function sessionModules(plan: Plan): void {
  test('oidcc-prompt-login a signed-in user has to sign in again', async () => {
    const first = await completeFlow(plan)
    // auth_time has whole seconds.
    await plan.advance(1)
    const second = await signInAgain(plan, first.userAgent, { prompt: 'login' })
    assert.ok(authTime(second) > authTime(first))
    assert.equal(second.idToken.sub, first.idToken.sub)
  })

  test('oidcc-prompt-none-not-logged-in the client gets the error that the user has to sign in', async () => {
    const userAgent = plan.newUserAgent()
    const request = newRequest(plan, { request: { prompt: 'none', state: 'S'.repeat(128) } })
    const page = await userAgent.get(authorizationUrl(plan, request))
    assert.equal(readErrorCallback(plan, page, request), 'login_required')
  })

  test('oidcc-prompt-none-logged-in a signed-in user is not asked', async () => {
    const first = await completeFlow(plan)
    assertSameSignIn(await answerInSilence(plan, first.userAgent, { prompt: 'none' }), first)
  })

  test('oidcc-max-age-1 a sign-in of two seconds ago is too old', async () => {
    const first = await completeFlow(plan)
    await plan.advance(2)
    const second = await signInAgain(plan, first.userAgent, { max_age: '1' })
    assert.ok(authTime(second) > authTime(first))
    assert.equal(second.idToken.sub, first.idToken.sub)
  })

  test('oidcc-max-age-10000 a fresh sign-in is young enough', async () => {
    const first = await completeFlow(plan, { request: { max_age: '15000' } })
    assertSameSignIn(await answerInSilence(plan, first.userAgent, { max_age: '10000' }), first)
  })

  test('oidcc-id-token-hint the user of the hint is signed in, so no page is shown', async () => {
    const first = await completeFlow(plan)
    const hint = String(first.tokens['id_token'])
    assertSameSignIn(await answerInSilence(plan, first.userAgent, { prompt: 'none', id_token_hint: hint }), first)
  })
}

/** The second request shows a login page, and goes on from there. */
async function signInAgain(plan: Plan, userAgent: UserAgent, fields: Readonly<Record<string, string>>): Promise<Flow> {
  const request = newRequest(plan, { request: fields })
  const page = await userAgent.get(authorizationUrl(plan, request))
  assert.equal(page.redirectedTo, undefined)
  assert.ok(
    page.forms.some((form) => 'loginName' in form.fields || 'password' in form.fields),
    'no login form',
  )
  return await finishFlow(plan, await signIn(userAgent, page, alice), request, { userAgent })
}

/** The second request is answered without a page that asks for anything. */
async function answerInSilence(plan: Plan, userAgent: UserAgent, fields: Readonly<Record<string, string>>): Promise<Flow> {
  const request = newRequest(plan, { request: fields })
  return await finishFlow(plan, await userAgent.get(authorizationUrl(plan, request)), request, { userAgent })
}

function assertSameSignIn(second: Flow, first: Flow): void {
  assert.equal(second.idToken.sub, first.idToken.sub)
  assert.equal(authTime(second), authTime(first))
  assert.notEqual(second.tokens['id_token'], first.tokens['id_token'])
}

function authTime({ idToken }: Flow): number {
  const time = idToken['auth_time']
  assert.ok(typeof time === 'number')
  return time
}
