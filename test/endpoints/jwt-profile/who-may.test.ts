// Whose assertions count: those of service users who are active, by keys that are theirs and still good, and for this purpose alone.
import { clientAssertionType } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { alice, clientSecret, generateClientKey, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { clientAssertion, presentAssertion } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { grantAssertion, requestByAssertion, requestByCredentials, robotSecret, serviceUserDocument } from '../../support/service-users.ts'
import type { ServiceUserOverrides } from '../../support/service-users.ts'
import { assertError, assertInvalidClient, signedIn } from '../../support/signed-in.ts'

let key: ClientKeyPair
let second: ClientKeyPair
let appKey: ClientKeyPair
let provider: TestProvider

const document = (overrides: ServiceUserOverrides = {}): ReturnType<typeof serviceUserDocument> =>
  serviceUserDocument([key, second], {
    ...overrides,
    more: {
      appKeys: [{ id: appKey.id, projectId: 'portal', appId: 'key', clientId: 'key', type: 'KEY_TYPE_JSON', publicKey: appKey.publicKey }],
    },
  })

before(async () => {
  ;[key, second, appKey] = (await Promise.all(
    ['machine-key', 'second-key', 'app-key'].map(async (id) => await generateClientKey(id, 'ES256')),
  )) as [ClientKeyPair, ClientKeyPair, ClientKeyPair]
  provider = await startTestProvider({ grants: [authorizationCode(), clientCredentials(), jwtProfile()], document: document() })
})
after(async () => await provider.close())

const accepted = async (by: ClientKeyPair, header = {}): Promise<void> => {
  const { status, body } = await requestByAssertion(provider, await grantAssertion(provider, by, {}, header))
  assert.equal(status, 200, JSON.stringify(body))
}
const refused = async (by: ClientKeyPair, claims = {}, header = {}): Promise<void> => {
  assertError(await requestByAssertion(provider, await grantAssertion(provider, by, claims, header)), 400, 'invalid_grant')
}

test('JB-01 a human user cannot be the issuer, whatever key signs', async () => {
  for (const name of [alice.id, alice.loginName, 'alice']) {
    for (const by of [key, appKey]) {
      await refused(by, { iss: name, sub: name })
      await refused(by, { iss: name, sub: name }, { kid: undefined })
    }
    await refused(key, { sub: name })
  }
})

test('JB-01 a key cannot be registered for a person', async () => {
  const own = await generateClientKey('key-of-alice', 'ES256')
  const machineKeys = [{ keyId: own.id, userId: alice.id, type: 'KEY_TYPE_JSON' as const, publicKey: own.publicKey }]
  const { entries } = await provider.apply(serviceUserDocument([], { more: { machineKeys } }))
  assert.equal(entries.find(({ key: [id] }) => id === own.id)?.action, 'refused')
  await refused(own, { iss: alice.id, sub: alice.id })
})

test('JB-02 a service user or an organization that is switched off gets nothing more, at once', async () => {
  for (const state of ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_SUSPEND', 'USER_STATE_DELETED'] as const) {
    await provider.apply(document({ users: { robot: { state } } }))
    await refused(key)
    await provider.apply(document({ users: { robot: { state: 'USER_STATE_ACTIVE' } } }))
    await accepted(key)
  }
  await provider.apply(document({ orgState: 'ORG_STATE_INACTIVE' }))
  await refused(key)
  await provider.apply(document({ orgState: 'ORG_STATE_ACTIVE' }))
  await accepted(key)
})

test('JB-02 a key that is switched off or removed counts no more, at once, and the other key goes on', async () => {
  for (const state of ['STATE_INACTIVE', 'STATE_REMOVED'] as const) {
    await provider.apply(document({ keys: { 'second-key': { state } } }))
    await refused(second)
    await refused(second, {}, { kid: undefined })
    await accepted(key)
    await provider.apply(document({ keys: { 'second-key': { state: 'STATE_ACTIVE' } } }))
    await accepted(second)
  }
})

test('JB-02 a key that has expired counts no more, to the second', async () => {
  const expirationDate = new Date(provider.clock.now() + 30_000).toISOString()
  await provider.apply(document({ keys: { 'second-key': { expirationDate } } }))
  await accepted(second)
  provider.clock.advance(29)
  await accepted(second)
  provider.clock.advance(1)
  await refused(second)
  await accepted(key)
})

test('the key of another service user does not count, by whatever id', async () => {
  const theirs = await generateClientKey('theirs', 'ES256')
  await provider.apply(serviceUserDocument([theirs], { keys: { theirs: { userId: 'robot-jwt' } } }))
  for (const kid of ['theirs', 'machine-key', undefined]) await refused(theirs, {}, { kid })
  assert.equal(
    (await requestByAssertion(provider, await grantAssertion(provider, theirs, { iss: 'robot-jwt', sub: 'robot-jwt' }))).status,
    200,
  )
})

test('JB-04 an assertion that authenticates an app is not accepted as a grant', async () => {
  for (const typ of [undefined, 'JWT', 'client-authentication+jwt', 'authorization-grant+jwt']) {
    const assertion = await clientAssertion(provider, appKey, {}, { typ })
    assertError(await requestByAssertion(provider, assertion), 400, 'invalid_grant')
    // It was not used up by the wrong door either.
    const answer = await presentAssertion(provider, assertion)
    if (typ === 'authorization-grant+jwt') assertInvalidClient(answer)
    else assertError(answer, 400, 'invalid_grant')
    assert.equal(answer.body['error_description'] === 'The assertion is not valid.', false)
  }
})

test('JB-04 an assertion that is a grant authenticates no client', async () => {
  for (const typ of [undefined, 'JWT', 'client-authentication+jwt', 'authorization-grant+jwt']) {
    const assertion = await grantAssertion(provider, key, {}, { typ })
    assertInvalidClient(await presentAssertion(provider, assertion))
    assertInvalidClient(await presentAssertion(provider, assertion, { client_id: 'robot' }))
    const fields = { client_assertion_type: clientAssertionType, client_assertion: assertion }
    assertInvalidClient(await requestByCredentials(provider, fields, {}))
    const answer = await requestByAssertion(provider, assertion)
    if (typ === 'client-authentication+jwt') assertError(answer, 400, 'invalid_grant')
    else assert.equal(answer.status, 200, 'it was not used up by the wrong door')
  }
})

test('JB-04 issued tokens are not accepted as assertions', async () => {
  const { access_token: accessToken, id_token: idToken } = await (await signedIn(provider)).tokens('jwt')
  const { body } = await requestByAssertion(provider, await grantAssertion(provider, key))
  for (const token of [accessToken, idToken, body['id_token'], body['access_token']]) {
    assertError(await requestByAssertion(provider, String(token)), 400, 'invalid_grant')
  }
})

test('client authentication together with the assertion is invalid_request, good or bad', async () => {
  const assertion = await grantAssertion(provider, key)
  const ways: readonly (readonly [fields: Fields, headers: Fields])[] = [
    [{}, { authorization: basicHeader('robot', robotSecret) }],
    [{}, { authorization: basicHeader('basic', clientSecret) }],
    [{}, { authorization: 'Bearer x' }],
    [{ client_id: 'robot', client_secret: robotSecret }, {}],
    [{ client_secret: 'x' }, {}],
    [{ client_assertion_type: clientAssertionType, client_assertion: await clientAssertion(provider, appKey) }, {}],
  ]
  for (const [fields, headers] of ways) assertError(await requestByAssertion(provider, assertion, fields, headers), 400, 'invalid_request')
  // A client id proves nothing, and libraries send one.
  assert.equal(
    (await requestByAssertion(provider, assertion, { client_id: 'robot', client_secret: '', redirect_uri: redirectUri })).status,
    200,
  )
})
