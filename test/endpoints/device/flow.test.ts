// The device authorization grant from the request of the device to its tokens. https://www.rfc-editor.org/rfc/rfc8628
import { rateLimiting } from '@symbolon/rate-limiting'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import { careful, codeAt, password } from '../../support/second-factor.ts'
import { askForCode, begin, decide, deviceDocumentWith, openRequest, poll, startDeviceProvider, titleOf } from '../../support/device.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient } from '../../support/signed-in.ts'

let provider: TestProvider
before(async () => void (provider = await startDeviceProvider()))
after(async () => await provider.close())

test('§3.2 the device gets its codes, the addresses for its user, and the times', async () => {
  const { status, headers, body } = await askForCode(provider)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(Object.keys(body), [
    'device_code',
    'user_code',
    'verification_uri',
    'verification_uri_complete',
    'expires_in',
    'interval',
  ])
  const { device_code: deviceCode, user_code: userCode, verification_uri: uri } = body
  assert.match(String(deviceCode), /^[\w-]{43}$/)
  assert.match(String(userCode), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.equal(uri, 'https://id.example/device')
  assert.equal(body['verification_uri_complete'], `${String(uri)}?user_code=${String(userCode)}`)
  assert.deepEqual([body['expires_in'], body['interval']], [300, 5])
})

test('§4 discovery names the endpoint and the grant', async () => {
  const response = await provider.fetch(new Request('https://id.example/.well-known/openid-configuration'))
  const metadata = (await response.json()) as Readonly<Record<string, unknown>>
  assert.equal(metadata['device_authorization_endpoint'], 'https://id.example/oauth/v2/device_authorization')
  assert.ok((metadata['grant_types_supported'] as readonly string[]).includes('urn:ietf:params:oauth:grant-type:device_code'))
})

test('§3.5 the device polls until the user has allowed, and gets the tokens of the code grant once', async () => {
  const begun = await begin(provider, { scope: 'openid profile offline_access unknown' })
  assertError(await poll(provider, begun.deviceCode), 400, 'authorization_pending')
  assert.equal(titleOf(await decide(provider, begun)), 'Device connected')
  const { status, headers, body } = await poll(provider, begun.deviceCode)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(body['scope'], 'openid profile offline_access')
  for (const member of ['access_token', 'id_token', 'refresh_token']) assert.equal(typeof body[member], 'string', member)
  const claims = (await decode(provider, body['id_token'], 'JWT')).payload
  assert.equal(claims['aud'], 'tv')
  assert.deepEqual(claims['amr'], ['pwd'])
  assert.ok(Math.abs(Number(claims['auth_time']) - provider.clock.now() / 1000) < 5)
  const refreshed = await poll(provider, '', { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) })
  assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
  assertError(await poll(provider, begun.deviceCode), 400, 'invalid_grant')
})

test('a client with a secret authenticates at both endpoints', async () => {
  assertInvalidClient(await askForCode(provider, { client_id: 'box' }))
  const headers = { authorization: basicHeader('box', clientSecret) }
  const { status, body } = await askForCode(provider, 'scope=openid', headers)
  assert.equal(status, 200, JSON.stringify(body))
  assertInvalidClient(await poll(provider, String(body['device_code']), { client_id: 'box' }))
  assertInvalidClient(await poll(provider, String(body['device_code']), { client_id: 'box', client_secret: 'wrong' }))
  const withSecret = { client_id: 'box', client_secret: clientSecret }
  assertError(await poll(provider, String(body['device_code']), withSecret), 400, 'authorization_pending')
})

for (const [title, fields, error] of [
  ['without a scope', 'client_id=tv', 'invalid_request'],
  ['with an empty scope', 'client_id=tv&scope=', 'invalid_request'],
  ['without openid', 'client_id=tv&scope=email', 'invalid_scope'],
  ['with a malformed scope', 'client_id=tv&scope=openid%20%22', 'invalid_scope'],
  ['with a repeated parameter', 'client_id=tv&scope=openid&scope=email', 'invalid_request'],
  ['of a client without the grant', 'client_id=web&scope=openid', 'unauthorized_client'],
] as const) {
  test(`a device request ${title} is refused with ${error}`, async () => {
    assertError(await askForCode(provider, fields), 400, error)
  })
}

test('a device request of an unknown client, or of none, is refused with invalid_client', async () => {
  assertInvalidClient(await askForCode(provider, { client_id: 'nothing' }))
  assertInvalidClient(await askForCode(provider, 'scope=openid'))
})

test('a device request in JSON is refused', async () => {
  assertError(await askForCode(provider, '{"client_id":"tv"}', { 'content-type': 'application/json' }), 400, 'invalid_request')
})

test('DV-13 of 40 wrong secrets at the endpoint 20 are verified, and the others get 429', async () => {
  const limited = await startDeviceProvider({ limits: [rateLimiting()] })
  const headers = { authorization: basicHeader('box', 'wrong') }
  const statuses: number[] = []
  for (let count = 0; count < 40; count++) statuses.push((await askForCode(limited, 'scope=openid', headers, '198.51.100.1')).status)
  assert.deepEqual([401, 429].map((status) => statuses.filter((each) => each === status).length), [20, 20]) // prettier-ignore
  await limited.close()
})

test('DV-13 polls of devices that wait are not refusals: an address with many devices can use every other endpoint', async () => {
  const limited = await startDeviceProvider({ limits: [rateLimiting({ rates: { refusal: { burst: 3, perMinute: 1 } } })] })
  const home: TestProvider = { ...limited, fetch: async (request) => await limited.fetch(request, '198.51.100.2') }
  const errors: unknown[] = []
  for (let device = 0; device < 8; device++) errors.push((await poll(home, (await begin(home)).deviceCode)).body['error'])
  assert.deepEqual(new Set(errors), new Set(['authorization_pending']))
  const wrong: number[] = []
  for (let count = 0; count < 4; count++) wrong.push((await poll(home, 'unknown')).status)
  assert.deepEqual(wrong, [400, 400, 400, 429])
  await limited.close()
})

test('DV-08 a device code that is unknown, or of another client, is refused with invalid_grant, and burns nothing', async () => {
  const begun = await begin(provider)
  await decide(provider, begun)
  assertError(await poll(provider, 'unknown'), 400, 'invalid_grant')
  assertError(await poll(provider, begun.deviceCode, { client_id: 'radio' }), 400, 'invalid_grant')
  assert.equal((await poll(provider, begun.deviceCode)).status, 200)
})

test('a token request without a device code is an invalid_request', async () => {
  assertError(await poll(provider, ''), 400, 'invalid_request')
})

test('a client without the grant may not poll', async () => {
  assertError(await poll(provider, 'any', { client_id: 'web' }), 400, 'unauthorized_client')
})

test('§3.5 a device whose user denied gets access_denied, again and again', async () => {
  const begun = await begin(provider)
  assert.equal(titleOf(await decide(provider, begun, 'deny')), 'Access denied')
  for (const _ of [1, 2]) assertError(await poll(provider, begun.deviceCode), 400, 'access_denied')
})

test('DV-08 §3.5 a device code that has expired is refused with expired_token, approved or not', async () => {
  const [waiting, approved] = [await begin(provider), await begin(provider)]
  await decide(provider, approved)
  provider.clock.advance(300)
  for (const { deviceCode } of [waiting, approved]) assertError(await poll(provider, deviceCode), 400, 'expired_token')
})

test('DV-09 §3.5 a device that polls too often has to wait five seconds longer', async () => {
  const { deviceCode } = await begin(provider)
  assertError(await poll(provider, deviceCode), 400, 'authorization_pending')
  provider.clock.advance(2)
  assertError(await poll(provider, deviceCode), 400, 'slow_down')
  provider.clock.advance(6)
  assertError(await poll(provider, deviceCode), 400, 'slow_down')
  provider.clock.advance(15)
  assertError(await poll(provider, deviceCode), 400, 'authorization_pending')
})

test('an approved device that polls early gets its tokens', async () => {
  const begun = await begin(provider)
  await poll(provider, begun.deviceCode)
  await decide(provider, begun)
  assert.equal((await poll(provider, begun.deviceCode)).status, 200)
})

test('DV-06 of 100 polls at the same time one gets tokens', async () => {
  const begun = await begin(provider)
  await decide(provider, begun)
  const answers = await Promise.all(Array.from({ length: 100 }, async () => await poll(provider, begun.deviceCode)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) assertError(answer, 400, 'invalid_grant')
})

test('DV-05 eleven requests of one client in one network: ten wait, and one gets 429', async () => {
  const from = '198.51.100.7'
  for (let count = 0; count < 10; count++) assert.equal((await askForCode(provider, {}, {}, from)).status, 200)
  const refused = await askForCode(provider, {}, {}, from)
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]/)
  assert.equal((await askForCode(provider, { client_id: 'radio' }, {}, from)).status, 200, 'another client')
  assert.equal((await askForCode(provider, {}, {}, '203.0.113.7')).status, 200, 'another network')
  provider.clock.advance(300)
  assert.equal((await askForCode(provider, {}, {}, from)).status, 200, 'after the expiry')
})

test('the tokens of a device have a separate session: signing out of the browser does not end them', async () => {
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  await userAgent.submit(page, { decision: 'allow' })
  const { body } = await poll(provider, begun.deviceCode)
  const { sub, sid } = (await decode(provider, body['id_token'], 'JWT')).payload
  const sessions = async () =>
    (await provider.storage.stores.sessions?.listOfUser(String(sub), provider.clock.now(), { limit: 1000 })) ?? []
  const before = await sessions()
  assert.ok(
    before.some(({ id }) => id === sid),
    'the session of the device is listed',
  )
  const asked = await userAgent.get(`${provider.issuer}/oidc/v1/end_session`)
  await userAgent.submit(asked)
  const left = await sessions()
  assert.equal(left.length, before.length - 1)
  assert.ok(left.some(({ id }) => id === sid))
  const headers = { authorization: `Bearer ${String(body['access_token'])}` }
  const userinfo = async () => (await provider.fetch(new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers }))).status
  assert.equal(await userinfo(), 200)
  await provider.storage.stores.revocations?.add([String(sid)], provider.clock.now() + 3_600_000)
  assert.equal(await userinfo(), 401, 'the tokens end with the session of the device')
})

test('a client that asks for two factors gets them, and the tokens say so', async () => {
  const strong = await startDeviceProvider({ document: deviceDocumentWith({ withCareful: true }) })
  try {
    const begun = await begin(strong, { acr_values: '2' })
    const code = (): string => codeAt(strong)
    const { userAgent, page } = await openRequest(strong, begun, strong.newUserAgent(), { loginName: careful.loginName, password, code })
    assert.equal(titleOf(await userAgent.submit(page, { decision: 'allow' })), 'Device connected')
    const { body } = await poll(strong, begun.deviceCode)
    const { acr, amr } = (await decode(strong, body['id_token'], 'JWT')).payload
    assert.deepEqual([acr, amr], ['2', ['pwd', 'otp', 'mfa']])
  } finally {
    await strong.close()
  }
})
