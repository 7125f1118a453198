// Who may use the client credentials grant, under which names, and how the secret is sent.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.4
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { clientAssertionType } from '@symbolon/core-protocol'
import { alice, clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { portalApp } from '../../support/acme.ts'
import { basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { grantAssertion, requestByCredentials, robotSecret, serviceUserDocument } from '../../support/service-users.ts'
import { assertError, assertInvalidClient } from '../../support/signed-in.ts'

let key: ClientKeyPair
let provider: TestProvider
before(async () => {
  key = await generateClientKey('machine-key', 'ES256')
  provider = await startTestProvider({
    grants: [authorizationCode(), clientCredentials()],
    document: serviceUserDocument([key], {
      more: {
        oidcApps: [
          portalApp(
            'all-grants',
            {
              grantTypes: [
                'OIDC_GRANT_TYPE_AUTHORIZATION_CODE',
                'OIDC_GRANT_TYPE_IMPLICIT',
                'OIDC_GRANT_TYPE_REFRESH_TOKEN',
                'OIDC_GRANT_TYPE_TOKEN_EXCHANGE',
              ],
            },
            { clientSecret },
          ),
        ],
        apiApps: [{ appId: 'api', clientId: 'api', clientSecret, app: { projectId: 'portal', name: 'API' } }],
      },
    }),
  })
})
after(async () => await provider.close())

const basic = (clientId: string, secret = robotSecret): { readonly authorization: string } => ({
  authorization: basicHeader(clientId, secret),
})
const post = (clientId: string, secret = robotSecret): { readonly client_id: string; readonly client_secret: string } => ({
  client_id: clientId,
  client_secret: secret,
})

for (const clientId of ['robot', 'robbie@acme.example', 'robbie', 'Robbie@ACME.example']) {
  test(`a service user is known as ${clientId}, with the secret in the header or in the body`, async () => {
    for (const answer of [
      await requestByCredentials(provider, {}, basic(clientId)),
      await requestByCredentials(provider, { client_id: clientId }, basic(clientId)),
      await requestByCredentials(provider, post(clientId), {}),
    ]) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('pragma'), 'no-cache')
    }
  })
}

test('CA-21 a user name that two service users have means one of them, and their login names mean one each', async () => {
  for (const loginName of ['twin', 'twin@acme.example', 'twin@another.example']) {
    assert.equal((await requestByCredentials(provider, {}, basic(loginName))).status, 200)
  }
})

test('a wrong secret, an empty one and none at all are the same invalid_client', async () => {
  const answers = [
    await requestByCredentials(provider, {}, basic('robot', `${robotSecret} `)),
    await requestByCredentials(provider, {}, basic('robot', '')),
    await requestByCredentials(provider, post('robot', 'wrong'), {}),
    await requestByCredentials(provider, post('robot', ''), {}),
    await requestByCredentials(provider, { client_id: 'robot' }, {}),
    await requestByCredentials(provider, {}, basic('without-secret', '')),
    await requestByCredentials(provider, {}, basic('without-secret')),
    await requestByCredentials(provider, {}, basic('unknown')),
  ]
  for (const answer of answers) {
    assertInvalidClient(answer)
    assert.deepEqual(answer.body, answers[0]?.body)
  }
  assertInvalidClient(await requestByCredentials(provider, {}, {}))
})

test('the header and the body at once are invalid_request', async () => {
  assertError(await requestByCredentials(provider, post('robot'), basic('robot')), 400, 'invalid_request')
})

test('a key does not authenticate: private_key_jwt is invalid_client', async () => {
  const assertion = await grantAssertion(provider, key)
  const fields = { client_assertion_type: clientAssertionType, client_assertion: assertion }
  assertInvalidClient(await requestByCredentials(provider, fields, {}))
  assertInvalidClient(await requestByCredentials(provider, { ...fields, client_id: 'robot' }, {}))
})

test('TK-16 a public client is invalid_client, with a secret or without', async () => {
  for (const fields of [{ client_id: 'public' }, post('public', clientSecret)]) {
    assertInvalidClient(await requestByCredentials(provider, fields, {}))
  }
  assertInvalidClient(await requestByCredentials(provider, {}, basic('public', clientSecret)))
})

test('TK-16 an app that authenticates is unauthorized_client, whatever grants it lists', async () => {
  for (const clientId of ['basic', 'all-grants', 'api']) {
    assertError(await requestByCredentials(provider, {}, basic(clientId, clientSecret)), 400, 'unauthorized_client')
  }
  assertError(await requestByCredentials(provider, post('post', clientSecret), {}), 400, 'unauthorized_client')
})

test('a person is not a client, with any name and password', async () => {
  for (const name of [alice.id, alice.loginName, 'alice']) {
    assertInvalidClient(await requestByCredentials(provider, {}, basic(name, alice.password)))
  }
})

test('a service user may use no other grant with its secret', async () => {
  const fields = { grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://app.example/cb' }
  assertError(await requestByCredentials(provider, fields), 400, 'unauthorized_client')
})

test('a service user or an organization that is switched off gets nothing more, at once', async () => {
  const asks = async (): Promise<number> => (await requestByCredentials(provider)).status
  for (const state of ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_SUSPEND', 'USER_STATE_DELETED'] as const) {
    await provider.apply(serviceUserDocument([key], { users: { robot: { state } } }))
    assertInvalidClient(await requestByCredentials(provider))
    await provider.apply(serviceUserDocument([key], { users: { robot: { state: 'USER_STATE_ACTIVE' } } }))
    assert.equal(await asks(), 200, state)
  }
  await provider.apply(serviceUserDocument([key], { orgState: 'ORG_STATE_INACTIVE' }))
  assertInvalidClient(await requestByCredentials(provider))
  await provider.apply(serviceUserDocument([key], { orgState: 'ORG_STATE_ACTIVE' }))
  assert.equal(await asks(), 200)
})

test('a secret that was replaced is good no more', async () => {
  const clientSecret = 'another secret of at least 32 characters'
  await provider.apply(serviceUserDocument([key], { users: { robot: { clientSecret } } }))
  assertInvalidClient(await requestByCredentials(provider))
  assert.equal((await requestByCredentials(provider, {}, basic('robot', clientSecret))).status, 200)
  await provider.apply(serviceUserDocument([key]))
  assert.equal((await requestByCredentials(provider)).status, 200)
})
