// What the client credentials grant gives: an access token of the service user, for what its scope names, and nothing else.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.4.3
import { userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, userinfoOf } from '../../support/code-flow.ts'
import type { Fields, TokenAnswer } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import { rowOf } from '../../support/opaque-tokens.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { requestByCredentials, robotSecret, serviceUserDocument } from '../../support/service-users.ts'
import { assertError } from '../../support/signed-in.ts'

let provider: TestProvider
before(
  async () =>
    void (provider = await startTestProvider({
      grants: [authorizationCode(), clientCredentials()],
      endpoints: [userinfo],
      document: serviceUserDocument(),
    })),
)
after(async () => await provider.close())

const asks = async (clientId: string, fields: Fields = {}): Promise<TokenAnswer> =>
  await requestByCredentials(provider, fields, { authorization: basicHeader(clientId, robotSecret) })

const audienceScope = (project: string): string => `urn:symbolon:iam:org:project:id:${project}:aud`

test('TK-17 the answer holds an access token, its lifetime, type and scope: no ID token, no refresh token', async () => {
  for (const clientId of ['robot', 'robot-jwt', 'robot-es256']) {
    const { status, body } = await asks(clientId, { scope: 'openid profile' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type'])
    assert.deepEqual([body['expires_in'], body['scope'], body['token_type']], [43_200, 'openid profile', 'Bearer'])
  }
})

test('TK-17 the subject is the service user, by whatever name it came, and has shown its secret', async () => {
  for (const name of ['robot-jwt', 'robot-jwt@acme.example']) {
    const { body } = await asks(name)
    const { sub, client_id: clientId, amr, acr } = decodeJwt(String(body['access_token']))
    assert.deepEqual({ sub, clientId, amr, acr }, { sub: 'robot-jwt', clientId: 'robot-jwt', amr: ['pwd'], acr: '1' })
  }
  const { body } = await asks('robbie', { scope: 'openid profile email' })
  const answer = await userinfoOf(provider, body['access_token'])
  assert.equal(answer.status, 200)
  assert.deepEqual(
    { ...answer.body, updated_at: 0 },
    {
      sub: 'robot',
      name: 'Robbie',
      preferred_username: 'robbie@acme.example',
      updated_at: 0,
    },
  )
})

test('the access token is opaque or a JWT, signed as the service user is set', async () => {
  assert.match(String((await asks('robot')).body['access_token']), /^symbolon_at_[0-9a-z]{11}[A-Za-z0-9_-]{43}$/)
  for (const [clientId, alg] of [
    ['robot-jwt', 'RS256'],
    ['robot-es256', 'ES256'],
  ] as const) {
    const { header, payload } = await decode(provider, (await asks(clientId)).body['access_token'], 'at+jwt')
    assert.equal(header['alg'], alg)
    assert.equal(payload['scope'], 'openid')
    assert.ok(!('sid' in payload))
  }
})

test('the audience is what the scopes name, and the service user itself when they name nothing', async () => {
  const audience = async (scope: string): Promise<unknown> =>
    decodeJwt(String((await asks('robot-jwt', { scope })).body['access_token'])).aud
  assert.deepEqual(await audience('openid'), ['robot-jwt'])
  assert.deepEqual(await audience(`openid ${audienceScope('portal')}`), ['portal'])
  assert.deepEqual(await audience(`${audienceScope('portal')} ${audienceScope('their-project')}`), ['portal'], 'of another organization')
  assert.deepEqual(await audience(audienceScope('symbolon')), ['urn:symbolon:iam:api'])
})

test('an opaque token has the same audience', async () => {
  const scopes = ['openid', `openid ${audienceScope('portal')}`]
  const audiences = await Promise.all(
    scopes.map(async (scope) => {
      const { body } = await asks('robot', { scope })
      return (await rowOf(provider, body['access_token']))?.audience
    }),
  )
  assert.deepEqual(audiences, [['robot'], ['portal']])
})

test('scope is required, and a missing one is invalid_scope', async () => {
  const authorization = basicHeader('robot', robotSecret)
  const answer = await requestByCredentials(provider, { scope: '' }, { authorization })
  assertError(answer, 400, 'invalid_scope')
  assert.equal(answer.body['error_description'], 'The scope is missing.')
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  )
  assert.equal(response.status, 400)
  assert.deepEqual(await response.json(), { error: 'invalid_scope', error_description: 'The scope is missing.' })
})

test('an unknown or malformed scope is invalid_scope, and nothing of it is granted', async () => {
  for (const scope of [
    'unknown',
    'openid unknown',
    'OPENID',
    'openid "',
    'openid \\',
    'openid\tprofile',
    'ö',
    '__proto__',
    'constructor',
    ' ',
    'urn:zitadel:iam:org:project:id:portal:aud',
    'urn:symbolon:iam:org:project:id::aud',
    'urn:symbolon:iam:org:project:id:a:b:aud',
    Array.from({ length: 51 }, (_, index) => `s${index}`).join(' '),
    'x'.repeat(2049),
  ]) {
    assertError(await asks('robot', { scope }), 400, 'invalid_scope')
  }
})

test('a scope of a project that does not exist or sleeps is left out, and the answer says so', async () => {
  for (const project of ['nowhere', 'sleeping']) {
    const { status, body } = await asks('robot-jwt', { scope: `openid ${audienceScope(project)} ${audienceScope('portal')}` })
    assert.equal(status, 200)
    assert.equal(body['scope'], `openid ${audienceScope('portal')}`)
    assert.deepEqual(decodeJwt(String(body['access_token'])).aud, ['portal'])
    assertError(await asks('robot', { scope: audienceScope(project) }), 400, 'invalid_scope')
  }
})

test('a token dies with its service user and its organization, for good', async () => {
  const ask = async (): Promise<readonly unknown[]> =>
    await Promise.all(['robot', 'robot-jwt'].map(async (clientId) => (await asks(clientId)).body['access_token']))
  let tokens = await ask()
  const statuses = async (): Promise<readonly number[]> =>
    await Promise.all(tokens.map(async (token) => (await userinfoOf(provider, token)).status))
  assert.deepEqual(await statuses(), [200, 200])
  await provider.apply(
    serviceUserDocument([], { users: { robot: { state: 'USER_STATE_LOCKED' }, 'robot-jwt': { state: 'USER_STATE_INACTIVE' } } }),
  )
  assert.deepEqual(await statuses(), [401, 401])
  const active = { state: 'USER_STATE_ACTIVE' as const }
  await provider.apply(serviceUserDocument([], { users: { robot: active, 'robot-jwt': active } }))
  assert.deepEqual(await statuses(), [401, 401])
  tokens = await ask()
  assert.deepEqual(await statuses(), [200, 200])
  await provider.apply(serviceUserDocument([], { orgState: 'ORG_STATE_INACTIVE' }))
  assert.deepEqual(await statuses(), [401, 401])
  await provider.apply(serviceUserDocument([], { orgState: 'ORG_STATE_ACTIVE' }))
  assert.deepEqual(await statuses(), [401, 401])
  tokens = await ask()
  assert.deepEqual(await statuses(), [200, 200])
})
