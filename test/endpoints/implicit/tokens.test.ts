// What the implicit flow issues: an ID token that is bound to the request and to the access token next to it.
// https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthResponse, #ImplicitIDToken
import { userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { implicit } from '@symbolon/grants-implicit'
import { alice, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { portalApp } from '../../support/acme.ts'
import { answerOf, assertError } from '../../support/authorization-answer.ts'
import { authorizationUrl, userinfoOf } from '../../support/code-flow.ts'
import { decode, leftHalfHash } from '../../support/decode.ts'
import type { Decoded } from '../../support/decode.ts'
import { authorizeImplicitly, implicitDocument, responseTypes } from '../../support/implicit-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
before(
  async () =>
    void (provider = await startTestProvider({
      grants: [authorizationCode(), implicit()],
      endpoints: [userinfo],
      document: implicitDocument(),
    })),
)
after(async () => await provider.close())

type Fields = Readonly<Record<string, string | undefined>>

const answered = async (fields: Fields = {}): Promise<Readonly<Record<string, string>>> =>
  answerOf(await authorizeImplicitly(provider, fields)).parameters
const idTokenOf = async (fields: Fields): Promise<Decoded> => await decode(provider, (await answered(fields))['id_token'], 'JWT')
const profileNames = ['name', 'given_name', 'email', 'email_verified', 'phone_number', 'address', 'preferred_username']
const allScopes = 'openid profile email phone address'

test('id_token token: both tokens, their lifetime, type and scope, the state and the issuer', async () => {
  const { access_token: accessToken, id_token: idToken, ...others } = await answered({ scope: 'openid email unknown' })
  assert.deepEqual(others, { token_type: 'Bearer', expires_in: '43200', scope: 'openid email', state: 'the-state', iss: provider.issuer })
  assert.match(accessToken ?? '', /^symbolon_at_/)
  assert.equal((idToken ?? '').split('.').length, 3)
})

test('id_token: no access token, and nothing that speaks of one but the scope', async () => {
  const { id_token: idToken, ...others } = await answered({ response_type: 'id_token' })
  assert.deepEqual(others, { scope: 'openid', state: 'the-state', iss: provider.issuer })
  assert.equal((idToken ?? '').split('.').length, 3)
})

for (const responseType of responseTypes) {
  test(`${responseType}: the ID token is of the user, for the client, with the nonce of the request`, async () => {
    const { payload } = await idTokenOf({ response_type: responseType, nonce: 'a nonce & more' })
    const now = Math.floor(provider.clock.now() / 1000)
    const { at_hash: atHash, sid, auth_time: authTime, ...others } = payload
    assert.deepEqual(others, {
      iss: provider.issuer,
      sub: alice.id,
      aud: 'spa',
      azp: 'spa',
      jti: payload['jti'],
      iat: now,
      exp: now + 43_200,
      nonce: 'a nonce & more',
      acr: '1',
      amr: ['pwd'],
    })
    assert.equal(typeof sid, 'string')
    assert.equal(typeof authTime, 'number')
    assert.equal(atHash === undefined, responseType === 'id_token')
  })
}

test('at_hash ties the access token to the ID token, by the hash of the algorithm', async () => {
  for (const [clientId, hash] of [
    ['spa', 'sha256'],
    ['jwt-spa', 'sha512'],
  ] as const) {
    const { access_token: accessToken, id_token: idToken } = await answered({ client_id: clientId })
    const { payload } = await decode(provider, idToken, 'JWT')
    assert.equal(payload['at_hash'], leftHalfHash(accessToken, hash))
    assert.equal('c_hash' in payload, false)
  }
})

test('TK-19 the claims of scopes stand in the ID token when it comes alone, at userinfo when it does not', async () => {
  const { payload: alone } = await idTokenOf({ response_type: 'id_token', scope: allScopes })
  for (const name of profileNames) assert.equal(name in alone, true, name)
  assert.equal(alone['email'], 'alice@mail.example')
  const { payload: withAccess } = await idTokenOf({ scope: allScopes })
  for (const name of profileNames) assert.equal(name in withAccess, false, name)
  const { access_token: accessToken } = await answered({ scope: allScopes })
  const { body } = await userinfoOf(provider, accessToken)
  for (const name of profileNames) assert.equal(name in body, true, name)
})

test('TK-19 the option of the app puts them into every ID token', async () => {
  const { payload } = await idTokenOf({ client_id: 'asserting', scope: 'openid email' })
  assert.equal(payload['email'], 'alice@mail.example')
  assert.equal('name' in payload, false)
})

test('a claim that is asked for by name is there in either case', async () => {
  const claims = JSON.stringify({ id_token: { name: { essential: true } } })
  for (const fields of [{ response_type: 'id_token', claims }, { claims }]) {
    const { payload } = await idTokenOf(fields)
    assert.deepEqual(
      profileNames.filter((name) => name in payload),
      ['name'],
    )
    assert.equal(payload['name'], 'Alice Liddell')
  }
})

test('a JWT access token has the audience of the project, and is signed as the app is set', async () => {
  const { access_token: accessToken } = await answered({ client_id: 'jwt-spa' })
  const { header, payload } = await decode(provider, accessToken, 'at+jwt')
  assert.equal(header['alg'], 'ES256')
  assert.equal(payload['sub'], alice.id)
  for (const audience of ['portal', 'jwt-spa']) assert.ok(Array.isArray(payload['aud']) && payload['aud'].includes(audience), audience)
})

test('offline_access yields no refresh token', async () => {
  const parameters = await answered({ scope: 'openid offline_access', prompt: 'consent' })
  assert.deepEqual(
    Object.keys(parameters).filter((name) => name.includes('refresh')),
    [],
  )
  assert.equal(parameters['scope'], 'openid')
})

test('prompt none succeeds without a page once a user is signed in, and returns login_required in the fragment before', async () => {
  const userAgent = provider.newUserAgent()
  assertError(await authorizeImplicitly(provider, { prompt: 'none' }, userAgent), 'login_required', { mode: 'fragment' })
  await authorizeImplicitly(provider, {}, userAgent)
  const page = await userAgent.get(authorizationUrl(provider, { client_id: 'spa', response_type: 'id_token', nonce: 'n', prompt: 'none' }))
  assert.equal('id_token' in answerOf(page).parameters, true)
})

test('an access token from the front channel dies with its app', async () => {
  const app = portalApp('mortal', {
    redirectUris: [redirectUri],
    responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
    grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'],
  })
  await provider.apply(implicitDocument({ oidcApps: [app] }))
  const { access_token: accessToken } = await answered({ client_id: 'mortal' })
  assert.equal((await userinfoOf(provider, accessToken)).status, 200)
  await provider.apply(implicitDocument({ oidcApps: [{ ...app, state: 'STATE_INACTIVE' }] }))
  assert.equal((await userinfoOf(provider, accessToken)).status, 401)
})
