// Who gets a refresh token: a client that may refresh and asked for offline access, from a grant that has one to give.
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { generateClientKey } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answerOf } from '../../support/authorization-answer.ts'
import { authorizationUrl, basicHeader, postToken } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { factsOf, offline, refreshDocument, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { grantAssertion, requestByAssertion, requestByCredentials, robotSecret, serviceUserDocument } from '../../support/service-users.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import { startWholeProvider, wholeDocument } from '../../support/whole-provider.ts'

let provider: TestProvider
before(async () => void (provider = await startRefreshing()))
after(async () => await provider.close())

async function metadataOf(of: TestProvider): Promise<Readonly<Record<string, unknown>>> {
  const response = await of.fetch(new Request(`${of.issuer}/.well-known/openid-configuration`))
  return (await response.json()) as Record<string, unknown>
}

test('discovery lists the scope and the grant type where the part is composed, and nowhere else', async () => {
  const { scopes_supported: scopes, grant_types_supported: grantTypes } = await metadataOf(provider)
  assert.deepEqual(scopes, ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'])
  assert.deepEqual(grantTypes, ['authorization_code', 'refresh_token'])
  const without = await startTestProvider({ grants: [authorizationCode()], document: refreshDocument() })
  const metadata = await metadataOf(without)
  assert.deepEqual(metadata['scopes_supported'], ['openid', 'profile', 'email', 'phone', 'address'])
  assert.deepEqual(metadata['grant_types_supported'], ['authorization_code'])
  const body = await (await signedIn(without)).tokens('basic', { scope: offline })
  assert.equal(body['refresh_token'], undefined)
  assert.equal(body['scope'], 'openid profile')
  assertError(await postToken(without, { grant_type: 'refresh_token', refresh_token: 'x' }), 400, 'unsupported_grant_type')
  await without.close()
})

test('the part alone is a mistake, because no grant issues what it redeems', async () => {
  await assert.rejects(startTestProvider({ grants: [refreshToken()], endpoints: [] }), { code: 'tokens_unissued' })
})

test('RT-14 without offline_access there is no refresh token', async () => {
  const body = await (await signedIn(provider)).tokens('basic', { scope: 'openid profile' })
  assert.equal(body['refresh_token'], undefined)
})

test('RT-14 a client without the grant type gets no refresh token, and the scope of its tokens says so', async () => {
  const body = await (await signedIn(provider)).tokens('no-refresh', { scope: offline })
  assert.equal(body['refresh_token'], undefined)
  assert.equal(body['scope'], 'openid profile')
  assert.deepEqual((await factsOf(provider, body['access_token'])).scope, ['openid', 'profile'])
})

test('the response to a client that may refresh contains the scope offline_access', async () => {
  const body = await (await signedIn(provider)).tokens('basic', { scope: offline })
  assert.equal(body['scope'], offline)
  assert.deepEqual((await factsOf(provider, body['access_token'])).scope, offline.split(' '))
})

test('prompt=consent changes nothing: offline access is had with it and without', async () => {
  for (const fields of [{}, { prompt: 'consent' }]) {
    const body = await (await signedIn(provider)).tokens('basic', { scope: offline, ...fields })
    assert.match(String(body['refresh_token']), /^symbolon_rt_/)
    await refreshed(provider, body['refresh_token'])
  }
})

test('two authorizations of one user and one client are two families', async () => {
  const alice = await signedIn(provider)
  const [one, two] = [await alice.tokens('basic', { scope: offline }), await alice.tokens('basic', { scope: offline })]
  const first = String(one['refresh_token'])
  assert.notEqual(first.slice(0, 34), String(two['refresh_token']).slice(0, 34))
})

test('RT-14 client credentials and assertions of service users yield no refresh token', async () => {
  const key = await generateClientKey('robot-key', 'RS256')
  const whole = await startWholeProvider({ document: serviceUserDocument([key]) })
  const answers = [
    await requestByCredentials(whole, { scope: offline }, { authorization: basicHeader('robot', robotSecret) }),
    await requestByAssertion(whole, await grantAssertion(whole, key), { scope: offline }),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body['refresh_token'], undefined)
    assert.equal(body['scope'], 'openid profile')
  }
  await whole.close()
})

test('RT-14 the implicit flow yields no refresh token, whatever the client may do elsewhere', async () => {
  const whole = await startWholeProvider({ document: wholeDocument() })
  const { userAgent } = await signedIn(whole)
  for (const responseType of ['id_token', 'id_token token']) {
    const url = authorizationUrl(whole, { client_id: 'all', response_type: responseType, scope: offline, nonce: 'n' })
    const { parameters } = answerOf(await userAgent.get(url))
    assert.ok(parameters['id_token'] !== undefined, JSON.stringify(parameters))
    assert.equal(parameters['refresh_token'], undefined)
    if (parameters['scope'] !== undefined) assert.equal(parameters['scope'], 'openid profile')
  }
  await whole.close()
})
