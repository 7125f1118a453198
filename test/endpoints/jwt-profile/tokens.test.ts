// What the JWT profile grant gives: tokens of the service user, for what its scope names.
// https://www.rfc-editor.org/rfc/rfc7523#section-2.1
import { userinfo } from '@symbolon/core-protocol'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { postToken, userinfoOf } from '../../support/code-flow.ts'
import type { TokenAnswer } from '../../support/code-flow.ts'
import { decode, leftHalfHash } from '../../support/decode.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { grantAssertion, jwtBearer, requestByAssertion, serviceUserDocument } from '../../support/service-users.ts'
import { assertError } from '../../support/signed-in.ts'

let key: ClientKeyPair
let provider: TestProvider
before(async () => {
  key = await generateClientKey('machine-key', 'RS256')
  provider = await startTestProvider({ grants: [jwtProfile()], endpoints: [userinfo], document: serviceUserDocument([key]) })
})
after(async () => await provider.close())

const asks = async (scope: string): Promise<TokenAnswer> =>
  await requestByAssertion(provider, await grantAssertion(provider, key), { scope })
const audienceScope = (project: string): string => `urn:symbolon:iam:org:project:id:${project}:aud`

test('the answer holds an access token, and an ID token when openid is granted; never a refresh token', async () => {
  const { status, body, headers } = await asks('openid profile')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
  assert.deepEqual([body['expires_in'], body['scope'], body['token_type']], [43_200, 'openid profile', 'Bearer'])
  assert.equal(headers.get('cache-control'), 'no-store')
  const without = await asks(audienceScope('portal'))
  assert.deepEqual(Object.keys(without.body).sort(), ['access_token', 'expires_in', 'scope', 'token_type'])
})

test('the ID token is the service user’s, for itself, and states how it authenticated', async () => {
  const { body } = await asks('openid profile email')
  const { header, payload } = await decode(provider, body['id_token'], 'JWT')
  const now = Math.floor(provider.clock.now() / 1000)
  assert.equal(header['alg'], 'RS256')
  assert.deepEqual(payload, {
    iss: provider.issuer,
    sub: 'robot',
    aud: 'robot',
    azp: 'robot',
    jti: payload['jti'],
    iat: now,
    exp: now + 43_200,
    auth_time: now,
    acr: '1',
    amr: ['pop'],
    at_hash: leftHalfHash(body['access_token'], 'sha256'),
  })
})

test('the access token opens userinfo when openid is granted', async () => {
  const { body } = await asks('openid profile')
  const answer = await userinfoOf(provider, body['access_token'])
  assert.equal(answer.status, 200)
  assert.equal(answer.body['sub'], 'robot')
  assert.equal(answer.body['preferred_username'], 'robbie@acme.example')
  const { body: narrow } = await asks(audienceScope('portal'))
  assert.equal((await userinfoOf(provider, narrow['access_token'])).status, 403)
})

test('a service user that is set to JWTs gets one, for what the scopes name or for itself', async () => {
  await provider.apply(
    serviceUserDocument([key], {
      users: { robot: { user: { userName: 'robbie', name: 'Robbie', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' } } },
    }),
  )
  for (const [scope, audience] of [
    ['openid', ['robot']],
    [`openid ${audienceScope('portal')}`, ['portal']],
  ] as const) {
    const { payload } = await decode(provider, (await asks(scope)).body['access_token'], 'at+jwt')
    assert.deepEqual([payload['sub'], payload['client_id'], payload['scope'], payload['aud']], ['robot', 'robot', scope, audience])
  }
  await provider.apply(serviceUserDocument([key]))
})

test('the scope may stand in the assertion, where x/oauth2 of Go writes it, and the parameter goes before it', async () => {
  const now = Math.floor(provider.clock.now() / 1000)
  // As golang.org/x/oauth2/jwt makes it: https://pkg.go.dev/golang.org/x/oauth2/jwt#Config
  const claims = { scope: 'openid profile', aud: `${provider.issuer}/oauth/v2/token`, iat: now - 10, exp: now + 3590, jti: undefined }
  const sent = { grant_type: jwtBearer, assertion: await grantAssertion(provider, key, claims, { typ: 'JWT' }) }
  const { status, body } = await postToken(provider, sent)
  assert.deepEqual([status, body['scope']], [200, 'openid profile'])
  assert.equal((await postToken(provider, { ...sent, scope: '' })).body['scope'], 'openid profile')
  assert.equal((await postToken(provider, { ...sent, scope: 'openid' })).body['scope'], 'openid')
})

test('JB-05 a scope in the assertion is checked as the parameter is', async () => {
  for (const [scope, description] of [
    ['openid unknown', 'The scope is not known.'],
    ['openid "', 'The scope is malformed.'],
    [['openid'], 'The scope is malformed.'],
    [7, 'The scope is malformed.'],
    [null, 'The scope is malformed.'],
    ['', 'The scope is missing.'],
    [' ', 'The scope is missing.'],
  ] as const) {
    const answer = await postToken(provider, { grant_type: jwtBearer, assertion: await grantAssertion(provider, key, { scope }) })
    assertError(answer, 400, 'invalid_scope')
    assert.equal(answer.body['error_description'], description)
  }
})

test('JB-05 a missing scope is invalid_scope, as an unknown one is', async () => {
  for (const more of [{}, { scope: '' }] as const) {
    const answer = await postToken(provider, { grant_type: jwtBearer, assertion: await grantAssertion(provider, key), ...more })
    assertError(answer, 400, 'invalid_scope')
    assert.equal(answer.body['error_description'], 'The scope is missing.')
  }
  for (const scope of ['unknown', 'openid unknown', 'openid "', '__proto__', ' ', 'x'.repeat(2049)])
    assertError(await asks(scope), 400, 'invalid_scope')
})

test('JB-05 a role that the service user does not have is invalid_scope, one that it has is granted', async () => {
  const role = (key: string): string => `urn:symbolon:iam:org:project:role:${key}`
  const portal = audienceScope('portal')
  await provider.apply(
    serviceUserDocument([key], {
      more: {
        projectRoles: [
          { projectId: 'portal', roleKey: 'reader', displayName: 'Reader' },
          { projectId: 'portal', roleKey: 'writer', displayName: 'Writer' },
        ],
        userGrants: [{ userId: 'robot', projectId: 'portal', roleKeys: ['reader'] }],
      },
    }),
  )
  for (const scope of [
    `openid ${portal} ${role('writer')}`,
    `openid ${portal} ${role('reader')} ${role('writer')}`,
    `openid ${portal} ${role('nonsense')}`,
    `openid ${role('reader')}`,
    `openid ${audienceScope('their-project')} ${role('reader')}`,
  ]) {
    assertError(await asks(scope), 400, 'invalid_scope')
  }
  const { status, body } = await asks(`openid ${portal} ${role('reader')}`)
  assert.deepEqual([status, body['scope']], [200, `openid ${portal} ${role('reader')}`])
  assert.deepEqual((await userinfoOf(provider, body['access_token'])).body['urn:symbolon:iam:org:project:portal:roles'], {
    reader: { acme: 'acme.example' },
  })
  await provider.apply(
    serviceUserDocument([key], {
      more: {
        userGrants: [{ userId: 'robot', projectId: 'portal', roleKeys: ['reader'], state: 'STATE_INACTIVE' }],
      },
    }),
  )
  assertError(await asks(`openid ${portal} ${role('reader')}`), 400, 'invalid_scope')
})

test('a missing assertion is invalid_request', async () => {
  assertError(await postToken(provider, { grant_type: jwtBearer, scope: 'openid' }), 400, 'invalid_request')
  assertError(await postToken(provider, { grant_type: jwtBearer, scope: 'openid', assertion: '' }), 400, 'invalid_request')
})

test('a scope of a project that does not exist is left out, and projects are not revealed without a valid assertion', async () => {
  const { body } = await asks(`openid ${audienceScope('nowhere')}`)
  assert.equal(body['scope'], 'openid')
  for (const scope of [audienceScope('nowhere'), audienceScope('portal'), 'unknown']) {
    assertError(await requestByAssertion(provider, 'no assertion', { scope }), 400, 'invalid_grant')
  }
})

test('tokens die with the service user', async () => {
  const { body } = await asks('openid')
  assert.equal((await userinfoOf(provider, body['access_token'])).status, 200)
  await provider.apply(serviceUserDocument([key], { users: { robot: { state: 'USER_STATE_LOCKED' } } }))
  assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
})

test('discovery lists the grant, and no way to authenticate a client that it does not take', async () => {
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const metadata = (await response.json()) as Readonly<Record<string, unknown>>
  assert.deepEqual(metadata['grant_types_supported'], [jwtBearer])
  assert.equal('token_endpoint_auth_methods_supported' in metadata, false)
})
