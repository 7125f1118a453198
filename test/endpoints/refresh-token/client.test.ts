// A refresh token is its client's alone, and the client proves itself as it does for codes.
import { clientAssertionType } from '@symbolon/core-protocol'
import { clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { postToken, redeem } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { clientAssertion } from '../../support/jws.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf, isAlive, offline, offlineTokens, refresh, refreshDocument, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError, assertInvalidClient, codeVerifier, signedIn } from '../../support/signed-in.ts'

let key: ClientKeyPair
let provider: TestProvider
before(async () => {
  key = await generateClientKey('key-1', 'ES256')
  provider = await startRefreshing({ document: refreshDocument([key]) })
})
after(async () => await provider.close())

test('each of the four methods refreshes, again and again', async () => {
  const assertion = async (): Promise<Fields> => ({
    client_assertion_type: clientAssertionType,
    client_assertion: await clientAssertion(provider, key),
  })
  const ways: readonly [string, () => Promise<Fields>, Fields][] = [
    ['basic', async () => ({}), basicOf('basic')],
    ['post', async () => ({ client_id: 'post', client_secret: clientSecret }), {}],
    ['public', async () => ({ client_id: 'public' }), {}],
    ['key', assertion, {}],
  ]
  const { challenge, verifier } = await codeVerifier()
  for (const [clientId, fields, headers] of ways) {
    const code = await (await signedIn(provider)).code({ client_id: clientId, scope: offline, ...challenge })
    let { status, body } = await redeem(provider, code, { code_verifier: verifier, ...(await fields()) }, headers)
    for (let time = 0; time < 3; time++) {
      assert.equal(status, 200, `${clientId}: ${JSON.stringify(body)}`)
      ;({ status, body } = await refresh(provider, body['refresh_token'], await fields(), headers))
    }
  }
})

test('RT-05 another client gets invalid_grant, and the family does not notice', async () => {
  const first = await offlineTokens(provider)
  const second = await refreshed(provider, first['refresh_token'])
  provider.clock.advance(60)
  const others = [
    [{}, basicOf('jwt')],
    [{ client_id: 'post', client_secret: clientSecret }, {}],
    [{ client_id: 'public' }, {}],
  ] as const
  for (const [fields, headers] of others) {
    // The live token, and one that its own client would be punished for.
    for (const token of [second['refresh_token'], first['refresh_token']]) {
      assertError(await refresh(provider, token, fields, headers), 400, 'invalid_grant')
    }
  }
  assert.ok(await isAlive(provider, second['access_token']))
  await refreshed(provider, second['refresh_token'])
})

test('RT-11 a confidential client without its secret is refused, and nothing is rotated', async () => {
  const { refresh_token: token } = await offlineTokens(provider)
  assertInvalidClient(await refresh(provider, token, { client_id: 'basic' }, {}))
  assertInvalidClient(await refresh(provider, token, {}, {}))
  assertInvalidClient(await refresh(provider, token, { client_id: 'basic', client_secret: 'wrong' }, {}))
  provider.clock.advance(60)
  await refreshed(provider, token)
})

test('every value but an issued refresh token is invalid_grant, and a missing one invalid_request', async () => {
  const { refresh_token: token, access_token: accessToken, id_token: idToken } = await offlineTokens(provider)
  const text = String(token)
  const code = await (await signedIn(provider)).code()
  const others = [
    'x',
    accessToken,
    idToken,
    code,
    text.slice(0, -1),
    `${text}x`,
    text.toUpperCase(),
    ` ${text}`,
    `${text}\n`,
    text.replace('_rt_', '_at_'),
    `symbolon_rt_${'A'.repeat(65)}`,
    'ä',
    '\0',
    `symbolon_rt_${'A'.repeat(8000)}`,
  ]
  for (const other of others) assertError(await refresh(provider, other), 400, 'invalid_grant')
  assertError(await refresh(provider, ''), 400, 'invalid_request')
  assertError(await postToken(provider, { grant_type: 'refresh_token' }, basicOf('basic')), 400, 'invalid_request')
  const twice = `grant_type=refresh_token&refresh_token=${text}&refresh_token=${text}`
  assertError(await postToken(provider, twice, basicOf('basic')), 400, 'invalid_request')
  await refreshed(provider, token)
})

test('who knows the handle of a family and guesses the secret ends the family: the handle stands in its tokens alone', async () => {
  const first = await offlineTokens(provider)
  const forged = String(first['refresh_token']).slice(0, 34) + 'A'.repeat(43)
  assertError(await refresh(provider, forged), 400, 'invalid_grant')
  assertError(await refresh(provider, first['refresh_token']), 400, 'invalid_grant')
  assert.equal(await isAlive(provider, first['access_token']), false)
})

test('RT-08 a client that lost the grant type is refused, and may refresh again when it gets it back', async () => {
  const own = await startRefreshing()
  const { refresh_token: token } = await offlineTokens(own)
  const document = refreshDocument()
  const only = (...grantTypes: ('OIDC_GRANT_TYPE_AUTHORIZATION_CODE' | 'OIDC_GRANT_TYPE_REFRESH_TOKEN')[]) => ({
    orgs: (document.orgs ?? []).map((org) => ({
      ...org,
      oidcApps: (org.oidcApps ?? []).map((each) => ({ ...each, app: { ...each.app, grantTypes } })),
    })),
  })
  await own.apply(only('OIDC_GRANT_TYPE_AUTHORIZATION_CODE'))
  assertError(await refresh(own, token), 400, 'unauthorized_client')
  await own.apply(only('OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'))
  await refreshed(own, token)
  await own.close()
})
