// The request and the answer of a token exchange. https://www.rfc-editor.org/rfc/rfc8693#section-2
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { postToken } from '../../support/code-flow.ts'
import {
  acting,
  asSubject,
  exchange,
  exchanged,
  exchangeGrant,
  introspect,
  patOf,
  startExchanging,
  tokensOf,
  types,
} from '../../support/exchanging.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf } from '../../support/refreshing.ts'
import { assertError, assertInvalidClient, signedIn } from '../../support/signed-in.ts'

let provider: TestProvider
let own: ReturnType<typeof asSubject>
before(async () => {
  provider = await startExchanging()
  const tokens = await tokensOf(provider, await signedIn(provider), 'basic', 'openid profile offline_access')
  own = asSubject(tokens['access_token'])
})
after(async () => await provider.close())

test('the answer has the members of RFC 8693, and is not to be stored', async () => {
  const { status, headers, body } = await exchange(provider, { ...own, scope: 'profile' })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'issued_token_type', 'scope', 'token_type'])
  assert.deepEqual([body['token_type'], body['issued_token_type'], body['scope']], ['Bearer', types.accessToken, 'profile'])
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal((await introspect(provider, body['access_token']))['sub'], 'alice')
})

test('with openid an ID token of the subject comes along, with offline_access a refresh token, each only when asked for', async () => {
  const members = async (scope: string | undefined): Promise<readonly string[]> => {
    const body = await exchanged(provider, { ...own, scope })
    return ['id_token', 'refresh_token'].filter((member) => member in body)
  }
  assert.deepEqual(await members('profile'), [])
  assert.deepEqual(await members('openid'), ['id_token'])
  assert.deepEqual(await members('offline_access'), ['refresh_token'])
  assert.deepEqual(await members('openid offline_access'), ['id_token', 'refresh_token'])
  // "only when `offline_access` was requested"
  assert.deepEqual(await members(undefined), ['id_token'])
})

test('an ID token that is asked for comes alone, with the lifetime of ID tokens', async () => {
  const body = await exchanged(provider, { ...own, requested_token_type: types.idToken, scope: 'openid offline_access' })
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'issued_token_type', 'scope', 'token_type'])
  assert.deepEqual([body['token_type'], body['issued_token_type'], body['scope']], ['N_A', types.idToken, 'openid'])
})

test('TX-02 missing and unknown types are invalid_request', async () => {
  const refused: readonly Readonly<Record<string, string | undefined>>[] = [
    { subject_token_type: undefined },
    { subject_token_type: '' },
    { subject_token_type: 'access_token' },
    { subject_token_type: `${types.accessToken} ` },
    { subject_token_type: types.accessToken.toUpperCase() },
    { subject_token_type: types.refreshToken },
    { subject_token_type: 'urn:other:params:oauth:token-type:user_id' },
    { actor_token: patOf('end-user-impersonator') },
    { actor_token: patOf('end-user-impersonator'), actor_token_type: '' },
    { actor_token: patOf('end-user-impersonator'), actor_token_type: types.refreshToken },
    { actor_token: patOf('end-user-impersonator'), actor_token_type: types.jwt },
    { actor_token: patOf('end-user-impersonator'), actor_token_type: types.userId },
    // "MUST NOT be included otherwise"
    { actor_token_type: types.accessToken },
    { actor_token: '', actor_token_type: types.accessToken },
    { requested_token_type: types.refreshToken },
    { requested_token_type: types.userId },
    { requested_token_type: 'jwt' },
  ]
  for (const parameters of refused) assertError(await exchange(provider, { ...own, ...parameters }), 400, 'invalid_request')
})

test('TX-08 a subject that vanishes is invalid_request, and never becomes the actor or the client', async () => {
  for (const subject_token of [undefined, '', ' ', '%00', 'null', 'undefined', 'basic']) {
    for (const subject_token_type of [types.userId, types.accessToken, types.idToken, types.jwt]) {
      assertError(await exchange(provider, acting({ subject_token, subject_token_type })), 400, 'invalid_request')
    }
    assertError(await exchange(provider, { subject_token, subject_token_type: types.accessToken }), 400, 'invalid_request')
  }
})

test('TX-09 a user id or a JWT as subject without an actor is invalid_request', async () => {
  const userIds = ['symbolon', 'zitadel', 'service'].map((word) => `urn:${word}:params:oauth:token-type:user_id`)
  for (const subject_token_type of [...userIds, types.jwt]) {
    for (const actor of [{}, { actor_token: '' }, { actor_token_type: types.accessToken }, { actor_token: '', actor_token_type: '' }]) {
      assertError(await exchange(provider, { subject_token: 'alice', subject_token_type, ...actor }), 400, 'invalid_request')
    }
  }
})

test('user ids are named by the word of the product, by ours, and by the neutral one', async () => {
  for (const word of ['symbolon', 'zitadel', 'service']) {
    const body = await exchanged(provider, acting({ subject_token_type: `urn:${word}:params:oauth:token-type:user_id` }))
    assert.equal((await introspect(provider, body['access_token']))['sub'], 'alice')
  }
  const renamed = await startExchanging({ vendor: 'acme' })
  try {
    for (const [word, status] of [
      ['acme', 200],
      ['zitadel', 200],
      ['symbolon', 400],
    ] as const) {
      const answer = await exchange(renamed, acting({ subject_token_type: `urn:${word}:params:oauth:token-type:user_id` }))
      assert.equal(answer.status, status, word)
    }
  } finally {
    await renamed.close()
  }
})

test('TX-14 any resource is invalid_target, once or repeated', async () => {
  for (const resource of ['https://api.example/', 'portal', ['https://a.example/', 'https://b.example/']]) {
    assertError(await exchange(provider, { ...own, resource }), 400, 'invalid_target')
  }
  // A parameter without a value counts as omitted. https://www.rfc-editor.org/rfc/rfc6749#section-3.2
  assert.equal((await exchange(provider, { ...own, resource: '' })).status, 200)
})

test('audience and resource may repeat here, every other parameter may not, and nowhere else may they', async () => {
  assert.equal((await exchange(provider, { ...own, audience: ['basic', 'portal', 'basic'] })).status, 200)
  const others = { scope: 'openid', requested_token_type: types.accessToken, actor_token: 'x', grant_type: exchangeGrant, foo: 'bar' }
  for (const [name, value] of Object.entries({ ...own, ...others })) {
    assertError(await exchange(provider, { ...own, [name]: [value, value] }), 400, 'invalid_request')
  }
  for (const grant of ['refresh_token', 'authorization_code', 'urn:example:unknown']) {
    const repeated = `grant_type=${encodeURIComponent(grant)}&refresh_token=x&code=x&audience=basic&audience=basic`
    assertError(await postToken(provider, repeated, basicOf('basic')), 400, 'invalid_request')
  }
  const twoGrants = `grant_type=refresh_token&${new URLSearchParams({ ...own, grant_type: exchangeGrant })}&audience=a&audience=b`
  assertError(await postToken(provider, twoGrants, basicOf('basic')), 400, 'invalid_request')
})

test('TX-13 no app that does not list the grant type may exchange', async () => {
  assertError(await exchange(provider, own, 'no-exchange'), 400, 'unauthorized_client')
  const request = { grant_type: exchangeGrant, ...own }
  for (const client of ['portal-api', 'robot']) assertError(await postToken(provider, request, basicOf(client)), 400, 'unauthorized_client')
})

test('without client authentication nothing is exchanged', async () => {
  assertInvalidClient(await postToken(provider, { grant_type: exchangeGrant, ...own }))
  assertInvalidClient(await postToken(provider, { grant_type: exchangeGrant, ...own, client_id: 'basic' }))
  assertInvalidClient(await postToken(provider, { grant_type: exchangeGrant, ...own, client_id: 'public', client_secret: 'x'.repeat(40) }))
})

test('a client without a token learns no user ids', async () => {
  const answers = await Promise.all(
    ['alice', 'unknown'].map(async (id) => await exchange(provider, acting({ subject_token: id, actor_token: 'made-up' }))),
  )
  for (const answer of answers) assertError(answer, 400, 'invalid_request')
  assert.deepEqual(answers[0]?.body, answers[1]?.body)
})
