// How a revocation is asked for, and what happens when it cannot be done. https://www.rfc-editor.org/rfc/rfc7009#section-2.1
import { clientAssertionType, revocation, StorageUnavailable } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import type { FaultyStorage } from '../../support/faulty-storage.ts'
import { clientAssertion } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient, codeVerifier, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'
import { assertRevoked, postForm, revoke } from '../../support/token-endpoints.ts'

const path = '/oauth/v2/revoke'
let provider: TestProvider
let faults: FaultyStorage
let key: ClientKeyPair
let user: SignedIn
before(async () => {
  key = await generateClientKey('key-1', 'RS256')
  faults = faultyStorage()
  provider = await startTestProvider({ document: tokenDocument([key]), storage: faults.storage })
  user = await signedIn(provider)
})
after(async () => await provider.close())

const assertion = async (): Promise<Fields> => ({
  client_assertion_type: clientAssertionType,
  client_assertion: await clientAssertion(provider, key),
})

/** An access token of a client, however it authenticates. */
async function tokenOf(clientId: string, credentials: Fields, headers: Fields): Promise<string> {
  const { challenge, verifier } = await codeVerifier()
  const code = await user.code({ client_id: clientId, ...challenge })
  const { body } = await redeem(provider, code, { code_verifier: verifier, ...credentials }, headers)
  return String(body['access_token'])
}

test('RV-07 each of the four methods revokes a token of its client', async () => {
  const ways: readonly (readonly [string, () => Promise<Fields>, Fields])[] = [
    ['basic', async () => ({}), { authorization: basicHeader('basic', clientSecret) }],
    ['post', async () => ({ client_id: 'post', client_secret: clientSecret }), {}],
    ['public', async () => ({ client_id: 'public' }), {}],
    ['key', assertion, {}],
  ]
  for (const [clientId, credentials, headers] of ways) {
    const token = await tokenOf(clientId, await credentials(), headers)
    assert.equal((await userinfoOf(provider, token)).status, 200, clientId)
    assertRevoked(await postForm(provider, path, { token, ...(await credentials()) }, headers), clientId)
    assert.equal((await userinfoOf(provider, token)).status, 401, clientId)
  }
})

test('RV-07 a client that does not prove itself revokes nothing', async () => {
  const { access_token: token } = await user.tokens('basic')
  const wrong: readonly (readonly [Fields, Fields])[] = [
    [{}, {}],
    [{ client_id: 'basic' }, {}],
    [{ client_id: 'basic', client_secret: `${clientSecret}x` }, {}],
    [{}, { authorization: basicHeader('basic', `${clientSecret}x`) }],
    [{}, { authorization: `Bearer ${String(token)}` }],
    [{ client_id: 'unknown' }, {}],
  ]
  for (const [fields, headers] of wrong) assertInvalidClient(await postForm(provider, path, { token: String(token), ...fields }, headers))
  assertError(await revoke(provider, token, 'basic', { client_secret: clientSecret }), 400, 'invalid_request')
  assert.equal((await userinfoOf(provider, token)).status, 200)
})

test('RV-07 the endpoint takes a form by POST, and nothing else', async () => {
  const headers = { authorization: basicHeader('basic', clientSecret) }
  const { access_token: token } = await user.tokens('basic')
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const response = await provider.fetch(new Request(`${provider.issuer}${path}?token=${String(token)}`, { method, headers }))
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'POST')
  }
  for (const body of ['', 'token=', 'token=a&token=a', `token=${String(token)}&token=${String(token)}`, 'token=%ff', 'token=%zz']) {
    assertError(await postForm(provider, path, body, headers), 400, 'invalid_request')
  }
  const json = { ...headers, 'content-type': 'application/json' }
  assertError(await postForm(provider, path, JSON.stringify({ token }), json), 400, 'invalid_request')
  // https://www.rfc-editor.org/rfc/rfc7009#section-2.3: no JSONP, and what it would be asked for by is one more unknown parameter.
  assertRevoked(await revoke(provider, 'garbage', 'basic', { callback: 'alert' }))
  assert.equal((await userinfoOf(provider, token)).status, 200)
})

test('RV-06 when the database is away the answer is 503 with Retry-After, never 200', async () => {
  const { access_token: token } = await user.tokens('basic')
  for (const call of ['clients.find', 'accessTokens.find', 'revocations.add']) {
    faults.fail(call, new StorageUnavailable('connect ECONNREFUSED'))
    const { status, headers, body, text } = await revoke(provider, token)
    faults.repair()
    assert.equal(status, 503, call)
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, call)
    assert.equal(body['error'], 'server_error', call)
    assert.doesNotMatch(text, /ECONNREFUSED/, call)
    assert.equal((await userinfoOf(provider, token)).status, 200, call)
  }
  faults.fail('personalAccessTokens.find', new StorageUnavailable('connect ECONNREFUSED'))
  assert.equal((await revoke(provider, 'garbage')).status, 503)
  faults.repair()
  assertRevoked(await revoke(provider, token))
  assert.equal((await userinfoOf(provider, token)).status, 401)
})

test('a web page of a registered origin may revoke, and no other page is answered readably', async () => {
  const asks = async (origin: string): Promise<string | null> => {
    const answer = await postForm(provider, path, { client_id: 'public', token: 'garbage' }, { origin })
    assertRevoked(answer)
    return answer.headers.get('access-control-allow-origin')
  }
  assert.equal(await asks('https://app.example'), 'https://app.example')
  assert.equal(await asks('https://evil.example'), null)
})

test('without the refresh grant there is nothing but access tokens to revoke, and no table of others', async () => {
  const own = await startTestProvider({ document: tokenDocument(), grants: [authorizationCode()], endpoints: [revocation] })
  assert.equal('refreshTokens' in own.storage.stores, false)
  const { access_token: token } = await (await signedIn(own)).tokens('basic')
  assertRevoked(await revoke(own, token))
  assertRevoked(await revoke(own, 'symbolon_rt_whatever', 'basic', { token_type_hint: 'refresh_token' }))
  await own.close()
})

test('discovery says where it is and what it takes', async () => {
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const metadata = (await response.json()) as Record<string, unknown>
  assert.equal(metadata['revocation_endpoint'], provider.issuer + path)
  const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']
  assert.deepEqual(metadata['revocation_endpoint_auth_methods_supported'], methods)
  assert.deepEqual(metadata['revocation_endpoint_auth_signing_alg_values_supported'], ['RS256', 'ES256', 'EdDSA', 'Ed25519'])
})
