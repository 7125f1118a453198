// How a client proves itself at the token endpoint: by one method, and by one that it is registered for.
// https://www.rfc-editor.org/rfc/rfc6749#section-2.3
import { clientAssertionType } from '@symbolon/core-protocol'
import { clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, redeem } from '../../support/code-flow.ts'
import type { Fields, TokenAnswer } from '../../support/code-flow.ts'
import { clientAssertion } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertChallenged, assertError, assertInvalidClient, codeVerifier, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

let key: ClientKeyPair
let provider: TestProvider
let alice: SignedIn
before(async () => {
  key = await generateClientKey('key-1', 'ES256')
  provider = await startTestProvider({ document: tokenDocument([key]) })
  alice = await signedIn(provider)
})
after(async () => await provider.close())

const basic = { authorization: basicHeader('basic', clientSecret) }
const post = { client_id: 'post', client_secret: clientSecret }
const assertionFields = async (): Promise<Fields> => ({
  client_assertion_type: clientAssertionType,
  client_assertion: await clientAssertion(provider, key),
})

/** Authenticates only: `invalid_grant` says that the client was let in. */
async function present(fields: Fields, headers: Fields = {}): Promise<TokenAnswer> {
  return await redeem(provider, 'none', fields, headers)
}

test('each of the four methods redeems a code of its client', async () => {
  const { challenge, verifier } = await codeVerifier()
  const ways: readonly [string, Fields, Fields][] = [
    ['basic', {}, basic],
    ['basic', { client_id: 'basic' }, basic],
    ['post', post, {}],
    ['public', { client_id: 'public' }, {}],
    ['key', await assertionFields(), {}],
    ['key', { ...(await assertionFields()), client_id: 'key' }, {}],
  ]
  for (const [clientId, fields, headers] of ways) {
    const code = await alice.code({ client_id: clientId, ...challenge })
    const { status, body } = await redeem(provider, code, { code_verifier: verifier, ...fields }, headers)
    assert.equal(status, 200, `${clientId}: ${JSON.stringify(body)}`)
  }
})

test('CA-01 two methods at once are refused', async () => {
  const assertion = await assertionFields()
  for (const [fields, headers] of [
    [{ client_secret: clientSecret }, basic],
    [{ client_id: 'basic', client_secret: clientSecret }, basic],
    [assertion, basic],
    [{ ...assertion, ...post }, {}],
    [{ ...assertion, client_id: 'key', client_secret: clientSecret }, {}],
    [{ client_assertion_type: clientAssertionType }, basic],
    [{ client_assertion: assertion['client_assertion'] ?? '' }, basic],
  ] as readonly [Fields, Fields][]) {
    assertError(await present(fields, headers), 400, 'invalid_request')
  }
  assertError(await present(assertion), 400, 'invalid_grant')
})

test('a secret is taken by Basic and in the body, whichever of the two is registered', async () => {
  for (const clientId of ['basic', 'post']) {
    assertError(await present({}, { authorization: basicHeader(clientId, clientSecret) }), 400, 'invalid_grant')
    assertError(await present({ client_id: clientId, client_secret: clientSecret }), 400, 'invalid_grant')
  }
})

test('CA-02 only the registered method lets the client in', async () => {
  const secretOf = (clientId: string): [Fields, Fields][] => [
    [{}, { authorization: basicHeader(clientId, clientSecret) }],
    [{ client_id: clientId, client_secret: clientSecret }, {}],
  ]
  const none: [Fields, Fields][] = ['basic', 'post', 'key'].map((clientId) => [{ client_id: clientId }, {}])
  const assertions = await Promise.all(
    ['basic', 'post', 'public'].map(async (clientId): Promise<[Fields, Fields]> => [
      {
        client_assertion_type: clientAssertionType,
        client_assertion: await clientAssertion(provider, key, { iss: clientId, sub: clientId }),
      },
      {},
    ]),
  )
  for (const way of [...secretOf('key'), ...secretOf('public'), ...none, ...assertions]) {
    assertInvalidClient(await present(...way))
  }
})

test('the log names the method that the client is registered for, and the answer does not', async () => {
  const refusals: readonly [Fields, Fields, string][] = [
    [{ client_id: 'basic' }, {}, 'the client basic is registered for client_secret_basic or client_secret_post and used none'],
    [{ client_id: 'key', client_secret: clientSecret }, {}, 'the client key is registered for private_key_jwt and used client_secret_post'],
    [{}, { authorization: basicHeader('public', clientSecret) }, 'the client public is registered for none and used client_secret_basic'],
    [{ client_id: 'post', client_secret: 'wrong' }, {}, 'wrong secret of the client post'],
    [{}, {}, 'expected client_secret_basic or client_secret_post or private_key_jwt or none'],
  ]
  for (const [fields, headers, reason] of refusals) {
    const { body } = await present(fields, headers)
    assert.equal(provider.logged.findLast(({ event }) => event === 'token_refused')?.fields['reason'], reason)
    assert.equal(JSON.stringify(body).includes('registered'), false)
  }
  assert.equal(JSON.stringify(provider.logged).includes(clientSecret), false)
})

test('the challenge for Basic goes to clients that used Basic or could have used it, and to no others', async () => {
  const challenged: readonly [Fields, Fields][] = [
    [{ client_id: 'basic', client_secret: 'wrong' }, {}],
    [{ client_id: 'post' }, {}],
    [{ client_id: 'unknown', client_secret: 'wrong' }, {}],
    [{}, {}],
    [{}, { authorization: basicHeader('public', clientSecret) }],
    [{}, { authorization: basicHeader('key', clientSecret) }],
    [{}, { authorization: 'Bearer abc' }],
    [{ client_id: 'basic' }, { authorization: `Basic ${btoa('basic:')}` }],
  ]
  for (const each of challenged) assertChallenged(await present(...each))

  const forged = await clientAssertion(provider, key, { iss: 'unknown', sub: 'unknown' })
  const unchallenged: readonly Fields[] = [
    { client_id: 'public', client_secret: clientSecret },
    { client_id: 'key' },
    { client_id: 'key', client_secret: clientSecret },
    { client_assertion_type: clientAssertionType, client_assertion: `${(await assertionFields())['client_assertion']}x` },
    { client_assertion_type: clientAssertionType, client_assertion: forged },
  ]
  for (const fields of unchallenged) {
    const { status, headers, body } = await present(fields)
    assert.deepEqual([status, body['error'], headers.get('www-authenticate')], [401, 'invalid_client', null], JSON.stringify(fields))
  }
})

test('CA-03 a wrong secret and an unknown client get the same answer', async () => {
  const answers = [
    await present({}, { authorization: basicHeader('basic', 'wrong-secret-wrong-secret-wrong-secret') }),
    await present({}, { authorization: basicHeader('unknown', clientSecret) }),
    await present({ client_id: 'post', client_secret: 'wrong' }),
    await present({ client_id: 'unknown', client_secret: clientSecret }),
    await present({ client_id: 'unknown' }),
    await present({ client_id: 'basic' }),
  ]
  for (const answer of answers) {
    assertChallenged(answer)
    assert.deepEqual(answer.body, answers[0]?.body)
    assert.deepEqual([...answer.headers], [...(answers[0]?.headers ?? [])])
  }
})

test('CA-03 no client authentication at all is invalid_client', async () => {
  assertInvalidClient(await present({}))
  assertInvalidClient(await present({ client_id: '' }))
  assertInvalidClient(await present({ client_secret: clientSecret }))
})

test('CA-04 a malformed Authorization header is 401 and never an error of the server', async () => {
  const encoded = (text: string): string => `Basic ${btoa(text)}`
  const honest = basic.authorization.slice('Basic '.length)
  const malformed = [
    'Basic',
    'Basic ',
    'Basic =',
    'Basic !!!',
    `Basic ${honest}!`,
    `Basic ${honest} x`,
    `Basic ${honest},`,
    `Basic\t${honest}`,
    honest,
    'Bearer abc',
    'Digest x=y',
    encoded('basic'),
    encoded(`:${clientSecret}`),
    encoded('basic:'),
    encoded(''),
    encoded(`basic:${clientSecret}\n`),
    encoded(`bas\nic:${clientSecret}`),
    encoded('basic:100%'),
    encoded('basic:%zz'),
    encoded('basic:%ff'),
    `Basic ${btoa('basic:\xff\xfe')}`,
    encoded(`basic%00:${clientSecret}`),
    encoded('%00:x'),
    encoded(`basic:${clientSecret}:`),
    encoded(`basic: ${clientSecret}`),
    `Basic ${'A'.repeat(10_000)}`,
  ]
  for (const authorization of malformed) assertInvalidClient(await present({}, { authorization }))
})

test('CA-04 the scheme is read in any case, and id and secret are decoded as forms are', async () => {
  const honest = basic.authorization.slice('Basic '.length)
  for (const scheme of ['basic', 'BASIC', 'bAsIc'])
    assertError(await present({}, { authorization: `${scheme} ${honest}` }), 400, 'invalid_grant')
  const escaped = btoa(`%62asic:${clientSecret.replaceAll('-', '%2D')}`)
  assertError(await present({}, { authorization: `Basic ${escaped}` }), 400, 'invalid_grant')
  const unpadded = honest.replace(/=+$/, '')
  assertError(await present({}, { authorization: `Basic ${unpadded}` }), 400, 'invalid_grant')
})

test('a secret with every kind of character arrives as it was registered', async () => {
  const secret = 'ä €:+%&=?/\\"\'~ a secret of at least 32 characters'
  const own = await startTestProvider({
    document: tokenDocument([], { apps: { basic: { clientSecret: secret }, post: { clientSecret: secret } } }),
  })
  assertError(await redeem(own, 'none', {}, { authorization: basicHeader('basic', secret) }), 400, 'invalid_grant')
  assertError(await redeem(own, 'none', { client_id: 'post', client_secret: secret }, {}), 400, 'invalid_grant')
  await own.close()
})

test('CA-05 a client_id in the body that differs from the one in the header is refused', async () => {
  for (const clientId of ['post', 'unknown', 'Basic', 'basic '])
    assertError(await present({ client_id: clientId }, basic), 400, 'invalid_request')
  assertError(await present({ client_id: 'basic' }, basic), 400, 'invalid_grant')
})

test('CA-06 an empty secret counts as absent', async () => {
  assertInvalidClient(await present({ client_id: 'post', client_secret: '' }))
  assertInvalidClient(await present({}, { authorization: basicHeader('basic', '') }))
  // It is as if none was sent: a client that needs none is let in. https://www.rfc-editor.org/rfc/rfc6749#section-3.2
  assertError(await present({ client_id: 'public', client_secret: '' }), 400, 'invalid_grant')
})

test('CA-16 the assertion type must be the one of RFC 7523, and come with an assertion', async () => {
  const { client_assertion: assertion = '' } = await assertionFields()
  for (const fields of [
    { client_assertion: assertion },
    { client_assertion: assertion, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
    { client_assertion: assertion, client_assertion_type: clientAssertionType.toUpperCase() },
    { client_assertion_type: clientAssertionType },
  ] as readonly Fields[]) {
    assertError(await present(fields), 400, 'invalid_request')
    assertError(await present({ client_id: 'key', ...fields }), 400, 'invalid_request')
  }
  assertError(await present({ client_assertion: '', client_assertion_type: clientAssertionType }), 400, 'invalid_request')
})

test('a client id with characters that no id has is an unknown client', async () => {
  for (const clientId of ['\u0000', 'basic\u0000', 'a\u0007b', '\ufeff', '💥', '__proto__', "' or 1=1 --"]) {
    assertInvalidClient(await present({ client_id: clientId, client_secret: clientSecret }))
    assertInvalidClient(await present({}, { authorization: basicHeader(clientId, clientSecret) }))
  }
})

test('an API application may not redeem codes, whatever its credentials', async () => {
  assertError(await present({}, { authorization: basicHeader('api', clientSecret) }), 400, 'unauthorized_client')
})
