// oidcc-test-plan[client_auth_type=private_key_jwt]: what is different when a client signs assertions.
// https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
import { decodeJwt, SignJWT } from 'jose'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { completeFlow, requestTokens } from '../support/conformance/flow.ts'
import { definePlan } from '../support/conformance/plan.ts'
import { callbackUri } from '../support/conformance/registration.ts'
import { checkTokenError } from '../support/conformance/token-response.ts'

describe('oidcc-test-plan[client_auth_type=private_key_jwt]', () => {
  const plan = definePlan('default')

  async function assertion(audience: string): Promise<string> {
    const { clientId, authentication } = plan.keyClient
    assert.ok('key' in authentication)
    const { id, algorithm, privateKey } = authentication.key
    const now = Math.floor(plan.now() / 1000)
    return await new SignJWT({ iss: clientId, sub: clientId, aud: audience, jti: crypto.randomUUID() })
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .setProtectedHeader({ alg: algorithm, kid: id })
      .sign(privateKey)
  }

  test('oidcc-server the assertion is meant for the token endpoint', async () => {
    await completeFlow(plan, { client: plan.keyClient })
  })

  test('oidcc-ensure-client-assertion-with-iss-aud-succeeds the assertion is meant for the issuer', async () => {
    const tokenRequest = { client_assertion: await assertion(plan.issuer) }
    const { idToken } = await completeFlow(plan, { client: plan.keyClient, tokenRequest })
    assert.equal(idToken.aud, plan.keyClient.clientId)
  })

  test('oidcc-codereuse a code used again is refused', async () => {
    const { code, request } = await completeFlow(plan, { client: plan.keyClient })
    const answer = await requestTokens(plan, plan.keyClient, { code, redirect_uri: request['redirect_uri'] ?? '' })
    assert.equal(await checkTokenError(answer), 'invalid_grant')
  })

  test('oidcc-redirect-uri-query-added a query beyond the registered one gets no redirect', async () => {
    const url = new URL(String(plan.metadata['authorization_endpoint']))
    url.search = new URLSearchParams({
      client_id: plan.keyClient.clientId,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      redirect_uri: `${callbackUri}?foo=bar`,
    }).toString()
    const page = await plan.newUserAgent().get(url)
    assert.equal(page.redirectedTo, undefined)
    assert.equal(page.status, 400)
  })

  test('oidcc-redirect-uri-query-OK a registered query is kept', async () => {
    const redirectUri = `${callbackUri}?dummy1=lorem&dummy2=ipsum`
    const { tokens } = await completeFlow(plan, { client: plan.keyClient, request: { redirect_uri: redirectUri } })
    assert.equal(decodeJwt(String(tokens['id_token'])).iss, plan.issuer)
  })
})
