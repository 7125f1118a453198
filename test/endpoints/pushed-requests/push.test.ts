// The pushed authorization request endpoint: who may push, what is checked, and how it answers. https://www.rfc-editor.org/rfc/rfc9126#section-2
import { rateLimiting } from '@symbolon/rate-limiting'
import { clientSecret, generateClientKey, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { clientAssertion } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { push, pushText, startPushProvider } from '../../support/pushing.ts'
import { robotSecret, wholeDocument } from '../../support/whole-provider.ts'

const key = await generateClientKey('key-1', 'RS256')
let provider: TestProvider
before(async () => void (provider = await startPushProvider({ document: wholeDocument([key]) })))
after(async () => await provider.close())

const refused = async (
  fields: Readonly<Record<string, string | undefined>>,
  headers?: Readonly<Record<string, string>>,
): Promise<string> => {
  const { status, body, headers: answered } = await push(provider, fields, headers)
  assert.equal(answered.get('content-type'), 'application/json')
  assert.match(String(body['error_description']), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, 'the characters that RFC 6749 allows')
  return `${status} ${String(body['error'])}`
}

describe('a valid request', () => {
  test('PA-01 is answered with a reference of 256 random bits and its lifetime', async () => {
    const references = new Set<unknown>()
    for (let round = 0; round < 20; round += 1) {
      const { status, body, headers } = await push(provider)
      assert.equal(status, 201)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.deepEqual(Object.keys(body).sort(), ['expires_in', 'request_uri'])
      assert.equal(body['expires_in'], 90)
      assert.match(String(body['request_uri']), /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/)
      references.add(body['request_uri'])
    }
    assert.equal(references.size, 20)
  })

  test('is pushed by every method of confidential clients, with the client_id or without it', async () => {
    const assertion = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await clientAssertion(provider, key),
    }
    const byAll = [
      await push(provider, { client_id: 'basic' }),
      await push(provider, { client_id: 'post', client_secret: clientSecret }, {}),
      await push(provider, assertion, {}),
    ]
    assert.deepEqual(
      byAll.map(({ status }) => status),
      [201, 201, 201],
    )
  })

  test('has an assertion for the issuer, the token endpoint or this endpoint', async () => {
    for (const path of ['', '/oauth/v2/token', '/oauth/v2/par']) {
      const client_assertion = await clientAssertion(provider, key, { aud: provider.issuer + path })
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      assert.equal((await push(provider, { client_assertion, client_assertion_type }, {})).status, 201, path)
    }
    const { issuer, clock } = provider
    const without = await startTestProvider({ document: wholeDocument([key]), clock })
    const foreign = await clientAssertion(provider, key, { aud: `${issuer}/oauth/v2/par` })
    const fields = { grant_type: 'authorization_code', code: 'c', redirect_uri: redirectUri, client_assertion: foreign }
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const body = new URLSearchParams({ ...fields, client_assertion_type: type })
    const answer = await without.fetch(new Request(`${issuer}/oauth/v2/token`, { method: 'POST', body }))
    assert.equal(answer.status, 401, 'an endpoint that is not composed does not count as an audience')
    await without.close()
  })
})

describe('a request is refused', () => {
  test('PA-02 without a valid authentication of a confidential client', async () => {
    const form = (clientId: string, secret?: string) => ({
      client_id: clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
    })
    assert.equal(await refused({}, {}), '401 invalid_client')
    assert.equal(await refused({}, { authorization: basicHeader('basic', 'wrong-secret') }), '401 invalid_client')
    assert.equal(await refused(form('post', 'wrong-secret'), {}), '401 invalid_client')
    assert.equal(await refused(form('public'), {}), '401 invalid_client')
    assert.equal(await refused(form('basic'), {}), '401 invalid_client')
    assert.equal(await refused(form('unknown', clientSecret), {}), '401 invalid_client')
    assert.equal(await refused(form('post'), { authorization: basicHeader('basic', clientSecret) }), '400 invalid_request')
    const { headers } = await push(provider, {}, { authorization: basicHeader('basic', 'wrong-secret') })
    assert.match(headers.get('www-authenticate') ?? '', /^Basic /)
  })

  test('PA-02 with an assertion that was used before, also in concurrent requests', async () => {
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const assertion = await clientAssertion(provider, key)
    const fields = { client_assertion_type: type, client_assertion: assertion }
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await push(provider, fields, {})).status))
    assert.deepEqual(statuses.toSorted(), [201, ...Array.from({ length: 9 }, () => 401)])
    assert.equal(await refused(fields, {}), '401 invalid_client')
  })

  test('of a client that signs no users in', async () => {
    assert.equal(await refused({}, { authorization: basicHeader('api', clientSecret) }), '400 unauthorized_client')
    assert.equal(await refused({}, { authorization: basicHeader('robot', robotSecret) }), '400 unauthorized_client')
  })

  test('PA-03 with a reference or a request object', async () => {
    const { body } = await push(provider)
    assert.equal(await refused({ request_uri: String(body['request_uri']) }), '400 invalid_request')
    assert.equal(await refused({ request_uri: 'https://app.example/request' }), '400 invalid_request')
    assert.equal(await refused({ request: 'e30.e30.' }), '400 request_not_supported')
  })

  test('PA-04 with a redirect URI that is not registered, also when the client has one alone', async () => {
    for (const redirect_uri of ['https://evil.example/cb', `${redirectUri}/x`, undefined, ''])
      assert.equal(await refused({ redirect_uri }), '400 invalid_request', redirect_uri)
  })

  test('with what the authorization endpoint refuses', async () => {
    assert.equal(await refused({ response_type: undefined }), '400 invalid_request')
    assert.equal(await refused({ response_type: 'token' }), '400 unsupported_response_type')
    assert.equal(await refused({ scope: 'email' }), '400 invalid_scope')
    assert.equal(await refused({ scope: undefined }), '400 invalid_request')
    assert.equal(await refused({ prompt: 'none login' }), '400 invalid_request')
    assert.equal(await refused({ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }), '400 invalid_request')
    assert.equal(await refused({ response_mode: 'unknown' }), '400 invalid_request')
    assert.equal(await refused({ id_token_hint: 'garbage' }), '400 invalid_request')
    assert.equal(await refused({ nonce: 'n'.repeat(9000) }), '400 invalid_request')
    assert.equal(await refused({ registration: '{}' }), '400 registration_not_supported')
  })

  test('with a repeated parameter, another content type, and a body that is too large', async () => {
    const headers = { authorization: basicHeader('basic', clientSecret) }
    const valid = new URLSearchParams({ redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }).toString()
    const status = async (body: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const answer = await pushText(provider, body, { ...headers, ...more })
      return `${answer.status} ${String(answer.body['error'])}`
    }
    assert.equal(await status(`${valid}&scope=openid`), '400 invalid_request')
    assert.equal(await status(`${valid}&state=${'s'.repeat(70_000)}`), '413 invalid_request')
    assert.equal(await status(JSON.stringify({ redirect_uri: redirectUri }), { 'content-type': 'application/json' }), '400 invalid_request')
  })

  test('by another method, and without a way for pages of other sites', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await provider.fetch(
        new Request(`${provider.issuer}/oauth/v2/par`, { method, headers: { origin: 'https://app.example' } }),
      )
      assert.equal(answer.status, 405, method)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    }
  })
})

test('PA-05 wrong secrets are limited, for the client at the address alone', async () => {
  const limited = await startPushProvider({ limits: [rateLimiting({ loopback: true })] })
  const from = (address: string) => ({
    issuer: limited.issuer,
    fetch: async (request: Request) => await limited.fetch(request, address),
  })
  const statuses: number[] = []
  for (let count = 0; count < 60; count += 1)
    statuses.push((await push(from('192.0.2.1'), {}, { authorization: basicHeader('basic', 'wrong-secret') })).status)
  assert.deepEqual([statuses.filter((each) => each === 401).length, statuses.filter((each) => each === 429).length], [20, 40])
  assert.equal((await push(from('192.0.2.1'), { client_id: 'post', client_secret: clientSecret }, {})).status, 201)
  assert.equal((await push(from('192.0.2.2'))).status, 201)
  await limited.close()
})

test('PA-13 a client that pushes without end is limited at its address', async () => {
  const limited = await startPushProvider({
    limits: [rateLimiting({ loopback: true, rates: { client_request: { burst: 5, perMinute: 60 } } })],
  })
  const from = (address: string) => ({
    issuer: limited.issuer,
    fetch: async (request: Request) => await limited.fetch(request, address),
  })
  const answers = []
  for (let count = 0; count < 8; count += 1) answers.push(await push(from('192.0.2.1')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 429, 429, 429],
  )
  assert.deepEqual([answers[5]?.headers.get('retry-after'), answers[5]?.body['error']], ['1', 'temporarily_unavailable'])
  assert.equal((await push(from('192.0.2.2'))).status, 201)
  limited.clock.advance(1)
  assert.equal((await push(from('192.0.2.1'))).status, 201)
  await limited.close()
})

test('the log has the client of each push and the reason of each refusal, and no reference', async () => {
  const own = await startPushProvider()
  const { body } = await push(own)
  await push(own, { scope: 'email' })
  const events = own.logged.filter(({ event }) => /push/.test(event))
  assert.deepEqual(
    events.map(({ event, fields }) => [event, fields['clientId'] ?? fields['error']]),
    [
      ['authorization_request_pushed', 'basic'],
      ['push_refused', 'invalid_scope'],
    ],
  )
  assert.ok(!JSON.stringify(own.logged).includes(String(body['request_uri']).slice(-43)))
  await own.close()
})
