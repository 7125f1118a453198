// Who may introspect: apps that prove themselves by a secret in the header or by a signed assertion.
// https://www.rfc-editor.org/rfc/rfc7662#section-2.1
import { clientAssertionType } from '@symbolon/core-protocol'
import { clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import type { FaultyStorage } from '../../support/faulty-storage.ts'
import { clientAssertion } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { resourceDocument } from '../../support/resource-document.ts'
import { assertError, assertInvalidClient, signedIn } from '../../support/signed-in.ts'
import { assertActive, introspect, postForm } from '../../support/token-endpoints.ts'
import type { RawAnswer } from '../../support/token-endpoints.ts'

const path = '/oauth/v2/introspect'
let provider: TestProvider
let faults: FaultyStorage
let key: ClientKeyPair
let token: string
before(async () => {
  key = await generateClientKey('api-key', 'ES256')
  faults = faultyStorage()
  provider = await startTestProvider({ document: resourceDocument(key), storage: faults.storage })
  token = String((await (await signedIn(provider)).tokens('basic'))['access_token'])
})
after(async () => await provider.close())

const assertion = async (claims: Readonly<Record<string, unknown>> = {}): Promise<Fields> => ({
  client_assertion_type: clientAssertionType,
  client_assertion: await clientAssertion(provider, key, { iss: 'key-api', sub: 'key-api', ...claims }),
})

/** The tokens cannot be read, so an attempt to read them is detected. */
async function withoutTokens(fields: Fields, headers: Fields = {}): Promise<RawAnswer> {
  for (const method of ['accessTokens.find', 'personalAccessTokens.find']) faults.fail(method, new Error('The token was looked at.'))
  try {
    return await postForm(provider, path, { token, ...fields }, headers)
  } finally {
    faults.repair()
  }
}

test('APIs and apps may ask, by Basic or by private_key_jwt', async () => {
  for (const caller of ['api', 'basic', 'jwt']) assertActive(await introspect(provider, token, caller), caller)
  assertActive(await postForm(provider, path, { token, ...(await assertion()) }))
  assertActive(await postForm(provider, path, { token, client_id: 'key-api', ...(await assertion()) }))
})

test('IN-01 without the right credentials the answer is 401 invalid_client, and no token is looked at', async () => {
  const wrong: Readonly<Record<string, readonly [Fields, Fields]>> = {
    nothing: [{}, {}],
    'a client id alone': [{ client_id: 'api' }, {}],
    'a wrong secret': [{}, { authorization: basicHeader('api', `${clientSecret}x`) }],
    'an empty secret': [{}, { authorization: basicHeader('api', '') }],
    'an unknown client': [{}, { authorization: basicHeader('unknown', clientSecret) }],
    'the token itself': [{}, { authorization: `Bearer ${token}` }],
    'an assertion for another audience': [await assertion({ aud: 'https://elsewhere.example' }), {}],
    'an assertion that has expired': [await assertion({ exp: 1 }), {}],
    'an assertion of another client': [await assertion({ iss: 'api', sub: 'api' }), {}],
    'a service user': [{}, { authorization: basicHeader('robot', clientSecret) }],
  }
  for (const [what, [fields, headers]] of Object.entries(wrong)) {
    const answer = await withoutTokens(fields, headers)
    assert.equal(answer.status, 401, `${what}: ${answer.text}`)
    assertInvalidClient(answer)
  }
})

test('IN-01 an assertion introspects once', async () => {
  const fields = { token, ...(await assertion()) }
  assertActive(await postForm(provider, path, fields))
  assertInvalidClient(await postForm(provider, path, fields))
})

test('CA-19 a secret in the body and no secret at all are not taken here', async () => {
  for (const fields of [
    { client_id: 'api', client_secret: clientSecret },
    { client_id: 'basic', client_secret: clientSecret },
    { client_id: 'post', client_secret: clientSecret },
    { client_id: 'public' },
  ])
    assertInvalidClient(await withoutTokens(fields))
})

test('an app that is registered for the body introspects by Basic', async () => {
  assertActive(await introspect(provider, token, 'post'))
})

test('IN-01 two methods at once are invalid_request', async () => {
  const headers = { authorization: basicHeader('api', clientSecret) }
  assertError(await withoutTokens({ client_secret: clientSecret }, headers), 400, 'invalid_request')
  assertError(await withoutTokens(await assertion(), headers), 400, 'invalid_request')
})

test('the endpoint takes POST alone, and no page of a browser reads its answers', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const headers = { authorization: basicHeader('api', clientSecret), origin: 'https://app.example' }
    const response = await provider.fetch(new Request(`${provider.issuer}${path}?token=${token}`, { method, headers }))
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'POST')
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  }
})

test('discovery says where it is and what it takes', async () => {
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const metadata = (await response.json()) as Record<string, unknown>
  assert.equal(metadata['introspection_endpoint'], provider.issuer + path)
  assert.deepEqual(metadata['introspection_endpoint_auth_methods_supported'], ['client_secret_basic', 'private_key_jwt'])
  assert.deepEqual(metadata['introspection_endpoint_auth_signing_alg_values_supported'], ['RS256', 'ES256', 'EdDSA', 'Ed25519'])
})

test('no token and no secret stands in the log', async () => {
  await introspect(provider, token)
  await introspect(provider, token, 'far-api')
  await postForm(provider, path, { token }, { authorization: basicHeader('api', 'a wrong secret of no client') })
  const text = JSON.stringify(provider.logged)
  for (const secret of [token, clientSecret, 'a wrong secret']) assert.ok(!text.includes(secret), secret)
})
