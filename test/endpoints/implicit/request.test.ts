// What the implicit flow demands of requests and apps. https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthRequest
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { implicit } from '@symbolon/grants-implicit'
import { alice, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { portalApp } from '../../support/acme.ts'
import { answerOf, assertError, pageKind } from '../../support/authorization-answer.ts'
import { browserOf, chooseAccount } from '../../support/browser-sessions.ts'
import { authorizationUrl, postToken } from '../../support/code-flow.ts'
import { authorizeImplicitly, implicitDocument, responseTypes } from '../../support/implicit-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ grants: [authorizationCode(), implicit()], document: implicitDocument() })))
after(async () => await provider.close())

test('AZ-04 the order of the values of response_type does not matter, extra spaces and repetitions do', async () => {
  for (const responseType of ['id_token token', 'token id_token']) {
    const { parameters } = answerOf(await authorizeImplicitly(provider, { response_type: responseType }))
    assert.deepEqual(Object.keys(parameters).sort(), ['access_token', 'expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'])
  }
  for (const responseType of [
    'id_token  token',
    ' id_token',
    'id_token token ',
    'id_token id_token',
    'token',
    'code token',
    'code id_token',
    'code id_token token',
  ]) {
    const page = await authorizeImplicitly(provider, { response_type: responseType })
    assertError(page, 'unsupported_response_type', { mode: 'fragment' })
  }
})

for (const responseType of responseTypes) {
  test(`AZ-05 ${responseType} without a nonce is invalid_request, returned in the fragment`, async () => {
    for (const nonce of [undefined, '']) {
      const page = await authorizeImplicitly(provider, { response_type: responseType, nonce })
      assertError(page, 'invalid_request', { mode: 'fragment' })
      assert.equal(page.visited.length, 1, 'before a user signs in')
    }
    assertError(
      await authorizeImplicitly(provider, { response_type: responseType, nonce: undefined, response_mode: 'form_post' }),
      'invalid_request',
      { mode: 'form_post' },
    )
  })

  test(`AZ-08 ${responseType} is answered in the fragment or by form_post, never in the query`, async () => {
    for (const [responseMode, mode] of [
      [undefined, 'fragment'],
      ['fragment', 'fragment'],
      ['form_post', 'form_post'],
    ] as const) {
      const answer = answerOf(await authorizeImplicitly(provider, { response_type: responseType, response_mode: responseMode }))
      assert.deepEqual([answer.mode, answer.to], [mode, redirectUri])
      assert.equal('id_token' in answer.parameters, true)
    }
    for (const responseMode of ['query', 'query.jwt', 'form_post.jwt', 'web_message']) {
      const page = await authorizeImplicitly(provider, { response_type: responseType, response_mode: responseMode })
      assertError(page, 'invalid_request', { mode: 'fragment' })
    }
  })

  test(`${responseType} of an app whose grant types lack the implicit flow is unauthorized_client`, async () => {
    const page = await authorizeImplicitly(provider, { client_id: 'retired', response_type: responseType })
    assertError(page, 'unauthorized_client', { mode: 'fragment' })
    assert.equal(page.visited.length, 1, 'before a user signs in')
  })

  test(`${responseType} of an app that did not register it is unauthorized_client`, async () => {
    assertError(await authorizeImplicitly(provider, { client_id: 'basic', response_type: responseType }), 'unauthorized_client', {
      mode: 'fragment',
    })
  })
}

test('an app may have registered one of the two', async () => {
  assert.equal(
    'id_token' in answerOf(await authorizeImplicitly(provider, { client_id: 'id-token-only', response_type: 'id_token' })).parameters,
    true,
  )
  assertError(await authorizeImplicitly(provider, { client_id: 'id-token-only' }), 'unauthorized_client', { mode: 'fragment' })
})

test('AZ-06 a code request stays one: whatever the login is sent besides, no token comes back in front', async () => {
  const switched = { response_type: 'id_token token', response_mode: 'fragment', nonce: 'n', client_id: 'spa', redirect_uri: redirectUri }
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  const userAgent = provider.newUserAgent()
  const name = await userAgent.get(authorizationUrl(provider, { client_id: 'spa', ...challenge }))
  const password = await userAgent.submit(name, { loginName: alice.loginName, ...switched })
  const overrides = {
    ...password,
    forms: password.forms.map((form) => ({ ...form, action: `${form.action}?${new URLSearchParams(switched)}` })),
  }
  const { mode, parameters } = answerOf(await userAgent.submit(overrides, { password: alice.password, ...switched }))
  assert.equal(mode, 'query')
  assert.deepEqual(Object.keys(parameters).sort(), ['code', 'iss', 'state'])

  const another = await userAgent.get(authorizationUrl(provider, { client_id: 'spa', prompt: 'select_account', ...challenge }))
  const resume = `${provider.issuer}/oauth/v2/authorize/resume?request=${another.url.searchParams.get('request')}&${new URLSearchParams(switched)}`
  assert.equal(pageKind(await userAgent.get(resume)), 'account_selection')
  assert.deepEqual(Object.keys(answerOf(await chooseAccount(userAgent, another, alice.loginName)).parameters).sort(), [
    'code',
    'iss',
    'state',
  ])
})

test('an app that gives the flow up while the user signs in gets no tokens', async () => {
  const app = { redirectUris: [redirectUri], responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN' as const] }
  const changing = (grantTypes: readonly ('OIDC_GRANT_TYPE_IMPLICIT' | 'OIDC_GRANT_TYPE_AUTHORIZATION_CODE')[]) =>
    implicitDocument({ oidcApps: [portalApp('changing', { ...app, grantTypes: [...grantTypes] })] })
  await provider.apply(changing(['OIDC_GRANT_TYPE_IMPLICIT']))
  const userAgent = await browserOf(provider)
  const page = await userAgent.get(authorizationUrl(provider, { client_id: 'changing', response_type: 'id_token token', nonce: 'n' }))
  await provider.apply(changing(['OIDC_GRANT_TYPE_AUTHORIZATION_CODE']))
  assertError(await signIn(userAgent, page, alice), 'unauthorized_client', { mode: 'fragment' })
})

test('a request that is posted from another site is answered like one that is got', async () => {
  const userAgent = provider.newUserAgent()
  await authorizeImplicitly(provider, {}, userAgent)
  const fields = { client_id: 'spa', redirect_uri: redirectUri, response_type: 'id_token', scope: 'openid', state: 's', nonce: 'n' }
  const page = await userAgent.post(`${provider.issuer}/oauth/v2/authorize`, fields, { crossSite: true })
  assert.deepEqual(Object.keys(answerOf(page).parameters).sort(), ['id_token', 'iss', 'scope', 'state'])
})

test('the token endpoint has no such grant, and discovery lists it all the same', async () => {
  const answer = await postToken(provider, { grant_type: 'implicit', client_id: 'spa', scope: 'openid' })
  assert.deepEqual([answer.status, answer.body['error']], [400, 'unsupported_grant_type'])
  const metadata = (await (await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))).json()) as Record<
    string,
    unknown
  >
  assert.deepEqual(metadata['grant_types_supported'], ['authorization_code', 'implicit'])
  assert.deepEqual(metadata['response_types_supported'], ['code', 'id_token', 'id_token token'])
})

test('a provider of the implicit flow alone has no token endpoint', async () => {
  const alone = await startTestProvider({ grants: [implicit()], document: implicitDocument() })
  try {
    assert.equal((await alone.fetch(new Request(`${alone.issuer}/oauth/v2/token`, { method: 'POST' }))).status, 404)
    const metadata = (await (await alone.fetch(new Request(`${alone.issuer}/.well-known/openid-configuration`))).json()) as Record<
      string,
      unknown
    >
    assert.deepEqual(metadata['grant_types_supported'], ['implicit'])
    assert.equal('token_endpoint' in metadata, false)
    assert.equal('id_token' in answerOf(await authorizeImplicitly(alone)).parameters, true)
  } finally {
    await alone.close()
  }
})
