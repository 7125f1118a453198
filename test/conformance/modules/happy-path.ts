// Modules that send one request and want it to succeed, whatever optional parameter it carries; and those that only codes have.
import { alice, signIn } from '@symbolon/test-kit'
import { base64url } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, completeFlow, finishFlow, newRequest } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { postClient } from '../../support/conformance/registration.ts'

export function happyPathModules(plan: Plan): void {
  test('oidcc-server a signed-in user reaches the client with tokens and claims', async () => {
    await completeFlow(plan)
  })

  const ignored: readonly (readonly [module: string, request: Readonly<Record<string, string>>])[] = [
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
  ]
  for (const [module, request] of ignored) {
    test(`${module} a request with ${new URLSearchParams(request)} succeeds`, async () => {
      await completeFlow(plan, { request })
    })
  }

  for (const loginHint of ['buffy@localhost', alice.loginName]) {
    test(`oidcc-login-hint the hint ${loginHint} does not stand in the way`, async () => {
      const { idToken } = await completeFlow(plan, { request: { login_hint: loginHint } })
      assert.equal(idToken.sub, alice.id)
    })
  }

  test('oidcc-ensure-request-with-acr-values-succeeds the ID token names one of the advertised classes', async () => {
    const advertised = plan.metadata['acr_values_supported']
    assert.ok(Array.isArray(advertised) && advertised.length > 0)
    const { idToken } = await completeFlow(plan, { request: { acr_values: advertised.join(' ') } })
    assert.ok(advertised.includes(idToken['acr']), `acr ${String(idToken['acr'])}`)
  })

  test('oidcc-alternate-happy-flow parameters and scopes may come in reverse order', async () => {
    const userAgent = plan.newUserAgent()
    const request = newRequest(plan, { request: { scope: 'email openid' } })
    const reversed = Object.fromEntries(Object.entries(request).toReversed())
    const page = await signIn(userAgent, await userAgent.get(authorizationUrl(plan, reversed)), alice)
    const { claims } = await finishFlow(plan, page, request, { userAgent })
    assert.equal(claims['email'], 'alice@mail.example')
    assert.equal(claims['email_verified'], true)
    assert.ok(!('name' in claims))
  })
}

export function codeRequestModules(plan: Plan): void {
  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { idToken } = await completeFlow(plan, { request: { nonce: undefined } })
    assert.ok(!('nonce' in idToken))
  })

  test('oidcc-ensure-post-request-succeeds the request may be posted, from another site', async () => {
    const userAgent = plan.newUserAgent()
    const request = newRequest(plan)
    const start = await userAgent.post(String(plan.metadata['authorization_endpoint']), request, { crossSite: true })
    await finishFlow(plan, await signIn(userAgent, start, alice), request, { userAgent })
    // Signed in by now: the posted request is answered although the browser withheld its cookies from the post.
    const again = newRequest(plan)
    const answer = await userAgent.post(String(plan.metadata['authorization_endpoint']), again, { crossSite: true })
    await finishFlow(plan, answer, again, { userAgent })
  })

  test('oidcc-server-client-secret-post the secret may stand in the body', async () => {
    await completeFlow(plan, { client: postClient })
  })

  test('oidcc-ensure-request-with-valid-pkce-succeeds a client with a secret may use PKCE', async () => {
    const verifier = crypto.randomUUID() + crypto.randomUUID()
    const challenge = base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
    const request = { code_challenge: challenge, code_challenge_method: 'S256' }
    await completeFlow(plan, { request, tokenRequest: { code_verifier: verifier } })
  })
}
