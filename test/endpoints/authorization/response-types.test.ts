// The response types that a request may ask for, and the response mode of responses and errors.
// https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html, https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { answerOf, assertError } from '../../support/authorization-answer.ts'
import { authorizationUrl, authorize } from '../../support/code-flow.ts'
import { frontChannelProbe } from '../../support/front-channel-probe.ts'
import { startTestProvider } from '../../support/provider.ts'

const allTypes = ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN', 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'] as const
const provider = await startTestProvider({
  grants: [authorizationCode(), frontChannelProbe()],
  document: acmeWith({
    oidcApps: [
      portalApp('all', { redirectUris: [redirectUri], responseTypes: [...allTypes] }),
      portalApp('id-token', { redirectUris: [redirectUri], responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN'] }),
      portalApp('without-codes', { redirectUris: [redirectUri], grantTypes: ['OIDC_GRANT_TYPE_REFRESH_TOKEN'] }),
      portalApp('native', { appType: 'OIDC_APP_TYPE_NATIVE', redirectUris: ['com.example.app:/cb'] }),
    ],
  }),
})
after(() => provider.close())

const signedIn = provider.newUserAgent()
await authorize(provider, {}, signedIn)
const visit = async (fields: Readonly<Record<string, string | undefined>>, userAgent = signedIn) =>
  await userAgent.get(authorizationUrl(provider, { client_id: 'all', nonce: 'n', ...fields }))

test('AZ-03 an unknown response type is unsupported_response_type', async () => {
  for (const responseType of ['CODE', 'Code', 'none', 'nonsense', 'code code', 'code  ', ' code', 'code,id_token', '__proto__']) {
    assertError(await visit({ response_type: responseType }), 'unsupported_response_type')
  }
})

test('AZ-03 a client that asked for tokens gets the error in the fragment, whether or not the type is supported', async () => {
  for (const responseType of ['token', 'code token', 'code id_token', 'code id_token token', 'id_token  token', 'id_token token ']) {
    assertError(await visit({ response_type: responseType }), 'unsupported_response_type', { mode: 'fragment' })
  }
})

test('AZ-03 a response type that the client did not register is unauthorized_client', async () => {
  assertError(await visit({ client_id: 'id-token' }, provider.newUserAgent()), 'unauthorized_client')
  assertError(await visit({ client_id: 'basic', response_type: 'id_token' }), 'unauthorized_client', { mode: 'fragment' })
  assertError(await visit({ client_id: 'basic', response_type: 'token id_token' }), 'unauthorized_client', { mode: 'fragment' })
})

test('AZ-03 a client that may not redeem a code learns it before its user signs in', async () => {
  assertError(await visit({ client_id: 'without-codes' }, provider.newUserAgent()), 'unauthorized_client')
})

test('AZ-04 the order of the values of response_type does not matter', async () => {
  for (const responseType of ['id_token token', 'token id_token']) {
    assert.equal(answerOf(await visit({ response_type: responseType })).parameters['id_token'], 'the-id_token-token')
  }
  assert.equal(answerOf(await visit({ response_type: 'id_token' })).parameters['id_token'], 'the-id_token')
})

const answers: readonly {
  readonly responseType: string
  readonly responseMode: string | undefined
  readonly mode: 'query' | 'fragment' | 'form_post'
}[] = [
  { responseType: 'code', responseMode: undefined, mode: 'query' },
  { responseType: 'code', responseMode: 'query', mode: 'query' },
  { responseType: 'code', responseMode: 'fragment', mode: 'fragment' },
  { responseType: 'code', responseMode: 'form_post', mode: 'form_post' },
  { responseType: 'id_token', responseMode: undefined, mode: 'fragment' },
  { responseType: 'id_token', responseMode: 'fragment', mode: 'fragment' },
  { responseType: 'id_token token', responseMode: 'form_post', mode: 'form_post' },
]

for (const { responseType, responseMode, mode } of answers) {
  test(`AZ-08 ${responseType} with response_mode ${responseMode ?? 'left out'} is answered, and refused, by ${mode}`, async () => {
    const fields = { response_type: responseType, response_mode: responseMode }
    const { mode: given, to, parameters } = answerOf(await visit(fields))
    assert.equal(given, mode)
    assert.equal(to, redirectUri)
    assert.deepEqual(Object.keys(parameters).sort(), [responseType === 'code' ? 'code' : 'id_token', 'iss', 'state'].sort())
    assert.equal(parameters['iss'], provider.issuer)
    assert.equal(parameters['state'], 'the-state')
    assertError(await visit({ ...fields, scope: 'profile' }), 'invalid_scope', { mode })
    assertError(await visit({ ...fields, prompt: 'none' }, provider.newUserAgent()), 'login_required', { mode })
  })
}

test('AZ-08 an unknown response mode is invalid_request, in the default mode of the response type', async () => {
  for (const responseMode of ['form_post.jwt', 'query.jwt', 'jwt', 'web_message', 'QUERY', 'nonsense', 'query fragment']) {
    assertError(await visit({ response_mode: responseMode }), 'invalid_request', { mode: 'query' })
    assertError(await visit({ response_mode: responseMode, response_type: 'id_token' }), 'invalid_request', { mode: 'fragment' })
  }
})

test('AZ-08 tokens never travel in a query', async () => {
  for (const responseType of ['id_token', 'id_token token', 'token']) {
    const page = await visit({ response_type: responseType, response_mode: 'query' })
    assertError(page, responseType === 'token' ? 'unsupported_response_type' : 'invalid_request', { mode: 'fragment' })
  }
})

test('form_post needs a web page to post to', async () => {
  const fields = { client_id: 'native', redirect_uri: 'com.example.app:/cb' }
  assertError(await visit({ ...fields, response_mode: 'form_post' }), 'invalid_request', { mode: 'query' })
  assert.ok('code' in answerOf(await visit(fields)).parameters)
})

test('the page of form_post works without scripts, is never stored, and leads to the client and from there on', async () => {
  const page = await visit({ response_mode: 'form_post', state: '"><script>alert(1)</script>' })
  assert.equal(page.status, 200)
  assert.equal(page.forms[0]?.method, 'POST')
  assert.equal(page.forms[0]?.submitButtons, 1)
  assert.equal(page.text.includes('<script>'), false)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /(^|; )form-action https:(;|$)/)
  assert.match(policy, /frame-ancestors 'none'/)
})

test('an answer by form_post after a login forgets the request', async () => {
  const userAgent = provider.newUserAgent()
  const page = await authorize(provider, { response_mode: 'form_post' }, userAgent)
  assert.ok('code' in answerOf(page).parameters)
  assert.deepEqual(
    userAgent.cookies.list().map(({ name }) => name),
    ['__Host-symbolon-session', '__Host-symbolon-browser'],
  )
})
