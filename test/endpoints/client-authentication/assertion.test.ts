// A client assertion is made by the client for this provider alone, is recent, and is used once. https://www.rfc-editor.org/rfc/rfc7523#section-3
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { base64url } from 'jose'
import { userinfoOf } from '../../support/code-flow.ts'
import { assertionClaims, clientAssertion, introspectWith, presentAssertion, signJws } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient, signedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

type Members = Readonly<Record<string, unknown>>

let key: ClientKeyPair
let provider: TestProvider
let now: number
before(async () => {
  key = await generateClientKey('key-1', 'RS256')
  provider = await startTestProvider({ document: tokenDocument([key]) })
  now = Math.floor(provider.clock.now() / 1000)
})
after(async () => await provider.close())

function decoded(jwt: string): Members {
  return JSON.parse(new TextDecoder().decode(base64url.decode(jwt.split('.')[1] ?? ''))) as Members
}

async function accepts(claims: Members, header: Members = {}): Promise<void> {
  assertError(await presentAssertion(provider, await clientAssertion(provider, key, claims, header)), 400, 'invalid_grant')
}

async function refuses(claims: Members, header: Members = {}): Promise<void> {
  assertInvalidClient(await presentAssertion(provider, await clientAssertion(provider, key, claims, header)))
}

test('CA-08 each audience is the issuer or an endpoint at which clients authenticate', async () => {
  const { issuer } = provider
  const tokenEndpoint = `${issuer}/oauth/v2/token`
  // openid-client 4 and 5 name both.
  for (const aud of [issuer, tokenEndpoint, [issuer], [tokenEndpoint], [issuer, tokenEndpoint], `${issuer}/oauth/v2/introspect`])
    await accepts({ aud })
  const others = [
    undefined,
    null,
    '',
    [],
    issuer.toUpperCase(),
    `${issuer}/`,
    issuer.slice(0, -1),
    `${issuer}.evil.example`,
    'https://evil.example/oauth/v2/token',
    `${issuer}/oauth/v2/authorize`,
    [issuer, 'https://evil.example'],
    ['https://evil.example', issuer],
    [issuer, `${issuer}/oauth/v2/token`, 'https://evil.example'],
    [issuer, [issuer]],
    [[issuer]],
    { 0: issuer },
    7,
  ]
  for (const aud of others) await refuses({ aud })
})

test('CA-09 issuer and subject are both the client, and the one in the body', async () => {
  for (const claims of [
    { iss: 'basic' },
    { sub: 'basic' },
    { sub: undefined },
    { iss: undefined },
    { sub: ['key'] },
    { iss: 7 },
    { sub: 'Key' },
    { sub: '' },
    { iss: 'key ' },
  ]) {
    await refuses(claims)
  }
  for (const clientId of ['basic', 'unknown', 'public']) {
    assertInvalidClient(await presentAssertion(provider, await clientAssertion(provider, key), { client_id: clientId }))
  }
  assertError(await presentAssertion(provider, await clientAssertion(provider, key), { client_id: 'key' }), 400, 'invalid_grant')
})

test('CA-10 the times are numbers, near, and in order', async () => {
  const wrong: readonly Members[] = [
    { exp: undefined },
    { exp: null },
    { exp: String(now + 60) },
    { exp: 1e300 },
    { exp: 0 },
    { exp: -1 },
    { exp: now - 11 },
    { exp: now - 10 },
    { exp: now + 48 * 3600 },
    { exp: now + 3700 },
    { exp: 0.5 },
    { exp: [now + 60] },
    { exp: true },
    { iat: now + 60, exp: now + 120 },
    { iat: now - 3700 },
    { iat: String(now) },
    { iat: null },
    { iat: 1e300 },
    { iat: -1 },
    { nbf: now + 60 },
    { nbf: String(now) },
    { nbf: null },
    { nbf: 1e300 },
    { iat: now, exp: now - 5 },
  ]
  for (const claims of wrong) await refuses(claims)
  for (const text of ['1e999', 'NaN', '']) {
    const payload = JSON.stringify(assertionClaims(provider, { exp: 'EXP' })).replace('"EXP"', text)
    assertInvalidClient(await presentAssertion(provider, await signJws({ alg: 'RS256', kid: 'key-1' }, payload, key.privateKey)))
  }
})

test('CA-10 a clock skew of ten seconds is allowed, and iat and jti may be missing', async () => {
  const right: readonly Members[] = [
    { exp: now - 9, iat: now - 60 },
    { exp: now + 3600 },
    { iat: now + 10 },
    { nbf: now + 10 },
    { nbf: now - 60 },
    { iat: now - 3600 },
    { iat: undefined },
    { jti: undefined },
  ]
  for (const claims of right) await accepts(claims)
})

test('CA-10 times with a fraction are times', async () => {
  for (const fraction of [0.5, 0.001, 0.123456789]) await accepts({ iat: now - 1 + fraction, exp: now + 60 + fraction })
})

test('CA-11 an assertion is accepted once', async () => {
  const assertion = await clientAssertion(provider, key)
  assert.deepEqual([await introspectWith(provider, assertion), await introspectWith(provider, assertion)], [200, 401])
  const { jti } = decoded(assertion)
  assert.equal(await introspectWith(provider, await clientAssertion(provider, key, { jti })), 401)
})

test('CA-11 of 50 concurrent copies one is accepted', async () => {
  const assertion = await clientAssertion(provider, key)
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => await introspectWith(provider, assertion)))
  assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 49 }, () => 401)])
})

test('CA-11 at the token endpoint an assertion is used up with the tokens: a refused request uses up neither it nor the code', async () => {
  const { code: freshCode } = await signedIn(provider)
  const [first, second] = [await freshCode({ client_id: 'key' }), await freshCode({ client_id: 'key' })]
  const assertion = await clientAssertion(provider, key)
  assertError(await presentAssertion(provider, assertion), 400, 'invalid_grant')
  const answers = await Promise.all([first, second].map(async (code) => await presentAssertion(provider, assertion, { code })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
  assertInvalidClient(answers.find(({ status }) => status !== 200) ?? assert.fail())
  const left = answers[0]?.status === 200 ? second : first
  assert.equal((await presentAssertion(provider, await clientAssertion(provider, key), { code: left })).status, 200)
})

test('CA-11 a copy of a token request ends nothing: neither the tokens of the request, nor a code that it is put next to', async () => {
  const { code: freshCode } = await signedIn(provider)
  const [code, other] = [await freshCode({ client_id: 'key' }), await freshCode({ client_id: 'key' })]
  const assertion = await clientAssertion(provider, key)
  const { status, body } = await presentAssertion(provider, assertion, { code })
  assert.equal(status, 200)
  assertInvalidClient(await presentAssertion(provider, assertion, { code }))
  assertInvalidClient(await presentAssertion(provider, assertion, { code: other, redirect_uri: 'https://app.example/other' }))
  assert.equal((await userinfoOf(provider, body['access_token'])).status, 200)
  assert.equal((await presentAssertion(provider, await clientAssertion(provider, key), { code: other })).status, 200)
})

test('CA-11 an id is remembered for as long as its assertion could be used', async () => {
  const own = await startTestProvider({ document: tokenDocument([key]) })
  const at = Math.floor(own.clock.now() / 1000)
  const assertion = await clientAssertion(own, key, { exp: at + 60 })
  assert.equal(await introspectWith(own, assertion), 200)
  own.clock.advance(69)
  // What a sweep at this moment would remove.
  await own.storage.stores.assertionIds?.deleteExpired(own.clock.now(), 1000)
  assert.equal(await introspectWith(own, assertion), 401)
  assert.ok(own.logged.some(({ fields }) => fields['reason'] === 'the assertion was used before'))
  own.clock.advance(2)
  assert.equal(await own.storage.stores.assertionIds?.deleteExpired(own.clock.now(), 1000), 1)
  assertInvalidClient(await presentAssertion(own, assertion))
  await own.close()
})

test('CA-12 an assertion that fails uses up no id', async () => {
  const jti = crypto.randomUUID()
  const stranger = await generateClientKey('key-1', 'RS256')
  assertInvalidClient(await presentAssertion(provider, await clientAssertion(provider, stranger, { jti })))
  await refuses({ jti, aud: 'https://evil.example' })
  await refuses({ jti, exp: now - 60 })
  const statuses = [1, 2].map(async () => await introspectWith(provider, await clientAssertion(provider, key, { jti })))
  assert.deepEqual((await Promise.all(statuses)).toSorted(), [200, 401])
})

test('CA-12 an id is text, of bounded length and of any characters', async () => {
  for (const jti of [7, null, ['a'], {}, 'x'.repeat(257), true]) await refuses({ jti })
  for (const jti of ['x'.repeat(256), 'a b', '\u0000', 'ä💥', '']) {
    const assertion = await clientAssertion(provider, key, { jti })
    assert.deepEqual([await introspectWith(provider, assertion), await introspectWith(provider, assertion)], [200, 401])
  }
})

test('CA-15 only the types of assertions are taken', async () => {
  for (const typ of [
    undefined,
    'JWT',
    'jwt',
    'client-authentication+jwt',
    'application/client-authentication+jwt',
    'Client-Authentication+JWT',
  ])
    await accepts({}, { typ })
  for (const typ of ['at+jwt', 'application/at+jwt', 'logout+jwt', 'dpop+jwt', 'JOSE', '', 'JWT ', 7, null, ['JWT']])
    await refuses({}, { typ })
})

test('CA-15 tokens of the provider are not assertions', async () => {
  const alice = await signedIn(provider)
  const { access_token: accessToken, id_token: idToken } = await alice.tokens('jwt')
  for (const token of [accessToken, idToken]) {
    assertInvalidClient(await presentAssertion(provider, String(token)))
    assertInvalidClient(await presentAssertion(provider, String(token), { client_id: 'key' }))
  }
})

test('every refusal reads the same, and the log says why', async () => {
  const answers = [
    await presentAssertion(provider, await clientAssertion(provider, key, { exp: now - 60 })),
    await presentAssertion(provider, await clientAssertion(provider, key, { iss: 'unknown', sub: 'unknown' })),
    await presentAssertion(provider, 'not a jwt'),
  ]
  for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body)
  const reasons = provider.logged
    .filter(({ event }) => event === 'token_refused')
    .slice(-3)
    .map(({ fields }) => fields['reason'])
  assert.deepEqual(reasons, ['expired', 'unknown client', 'unknown client'])
})
