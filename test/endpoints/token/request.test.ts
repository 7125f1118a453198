// What the token endpoint takes for a request, and how it says no. https://www.rfc-editor.org/rfc/rfc6749#section-3.2
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, postToken, redeem } from '../../support/code-flow.ts'
import type { Fields, TokenAnswer } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

const authorization = basicHeader('basic', clientSecret)
let provider: TestProvider
let alice: SignedIn
before(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  alice = await signedIn(provider)
})
after(async () => await provider.close())

async function send(method: string, query: string, body?: BodyInit, headers: Fields = {}): Promise<Response> {
  return await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/token${query}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  )
}

async function answerOf(response: Response): Promise<TokenAnswer> {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

test('the answer holds an access token, its lifetime, an ID token and the scope, of the type Bearer', async () => {
  const { status, headers, body } = await redeem(provider, await alice.code({ scope: 'openid email unheard-of' }))
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
  assert.equal(body['token_type'], 'Bearer')
  assert.equal(body['scope'], 'openid email')
  assert.equal(body['expires_in'], 43_200)
  assert.equal(headers.get('content-type'), 'application/json')
  assert.match(String(body['access_token']), /^symbolon_at_[0-9a-z]{11}[A-Za-z0-9_-]{43}$/)
})

test('code and redirect_uri are needed', async () => {
  const code = await alice.code()
  for (const fields of [{ code }, { redirect_uri: redirectUri }, { code, redirect_uri: '' }, { code: '', redirect_uri: redirectUri }]) {
    assertError(await postToken(provider, { grant_type: 'authorization_code', ...fields }, { authorization }), 400, 'invalid_request')
  }
  assert.equal((await redeem(provider, code)).status, 200, 'an incomplete request does not use up the code')
})

test('RU-18 the redirect_uri must equal that of the authorization request byte for byte', async () => {
  for (const other of [
    'https://app.example/cb/',
    'https://app.example/cb?',
    'https://APP.example/cb',
    'https://app.example:443/cb',
    'https://app.example/signed-out',
  ]) {
    assertError(await redeem(provider, await alice.code(), { redirect_uri: other }), 400, 'invalid_grant')
  }
})

test('TK-01 only POST is answered, and nothing is read from the query', async () => {
  const fields = { grant_type: 'authorization_code', code: await alice.code(), redirect_uri: redirectUri }
  const query = `?${new URLSearchParams({ ...fields, client_id: 'post', client_secret: clientSecret })}`
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
    const response = await send(method, query, undefined, { authorization })
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'POST')
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  assertError(await answerOf(await send('POST', query, '', { ...form, authorization })), 400, 'invalid_request')
  const body = new URLSearchParams(fields).toString()
  assertError(
    await answerOf(await send('POST', `?${new URLSearchParams({ client_id: 'post', client_secret: clientSecret })}`, body, form)),
    401,
    'invalid_client',
  )
  assert.equal((await answerOf(await send('POST', '?code=other&grant_type=other', body, { ...form, authorization }))).status, 200)
})

test('TK-02 only forms in UTF-8 are read', async () => {
  const fields = { grant_type: 'authorization_code', code: await alice.code(), redirect_uri: redirectUri }
  const body = new URLSearchParams(fields).toString()
  const types = [
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    '',
    'application/json, application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded, application/json',
    'application/x-www-form-urlencodedx',
  ]
  for (const type of types) {
    assertError(await answerOf(await send('POST', '', body, { authorization, 'content-type': type })), 400, 'invalid_request')
  }
  assertError(await answerOf(await send('POST', '', new TextEncoder().encode(body), { authorization })), 400, 'invalid_request')
  assertError(
    await answerOf(await send('POST', '', JSON.stringify(fields), { authorization, 'content-type': 'application/json' })),
    400,
    'invalid_request',
  )
  for (const malformed of ['code=%', 'code=%zz', 'code=%ff', new Uint8Array([0x63, 0x3d, 0xff])]) {
    const response = await send('POST', '', malformed, { authorization, 'content-type': 'application/x-www-form-urlencoded' })
    assertError(await answerOf(response), 400, 'invalid_request')
  }
  const response = await send('POST', '', body, { authorization, 'content-type': 'Application/X-WWW-Form-Urlencoded;charset="UTF-8"' })
  assert.equal(response.status, 200)
})

test('TK-03 a parameter that is repeated is refused, each in turn', async () => {
  const fields = { grant_type: 'authorization_code', code: await alice.code(), redirect_uri: redirectUri }
  const body = new URLSearchParams(fields).toString()
  const more = {
    ...fields,
    code_verifier: 'v',
    client_id: 'basic',
    client_secret: 's',
    client_assertion: 'a',
    client_assertion_type: 't',
    scope: 'openid',
    unknown: 'u',
  }
  for (const [name, value] of Object.entries(more)) {
    for (const other of [value, 'other', '']) {
      const answer = await postToken(provider, `${body}${name in fields ? '' : `&${name}=${value}`}&${name}=${other}`, { authorization })
      assertError(answer, 400, 'invalid_request')
    }
  }
  assertError(await postToken(provider, `${body}&c%6fde=other`, { authorization }), 400, 'invalid_request')
  assert.equal((await postToken(provider, body, { authorization })).status, 200)
})

test('TK-04 unknown grant types are not supported', async () => {
  const others = ['password', 'implicit', 'AUTHORIZATION_CODE', 'authorization_code ', 'none', '__proto__', 'constructor', 'toString']
  for (const grantType of others) {
    const answer = await postToken(
      provider,
      { grant_type: grantType, username: 'alice', password: 'x', code: 'c', redirect_uri: redirectUri },
      { authorization },
    )
    assertError(answer, 400, 'unsupported_grant_type')
  }
  for (const fields of [{}, { grant_type: '' }]) {
    assertError(await postToken(provider, { code: 'c', redirect_uri: redirectUri, ...fields }, { authorization }), 400, 'invalid_request')
  }
})

test('TK-05 a client whose list lacks the grant type may not use it', async () => {
  const answer = await redeem(provider, 'c', {}, { authorization: basicHeader('implicit', clientSecret) })
  assertError(answer, 400, 'unauthorized_client')
  assertError(await redeem(provider, 'c', {}, { authorization: basicHeader('api', clientSecret) }), 400, 'unauthorized_client')
})

test('TK-06 no answer is kept by a cache or sniffed', async () => {
  const answers = [
    await redeem(provider, await alice.code()),
    await redeem(provider, 'none'),
    await redeem(provider, 'none', {}, {}),
    await postToken(provider, '%', { authorization }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 401, 400],
  )
  for (const { headers } of answers) {
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('pragma'), 'no-cache')
    assert.equal(headers.get('content-type'), 'application/json')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})

test('TK-15 a scope in the request changes nothing', async () => {
  for (const scope of ['openid admin', 'openid email profile', 'unheard-of', '']) {
    const { status, body } = await redeem(provider, await alice.code(), { scope })
    assert.equal(status, 200)
    assert.equal(body['scope'], 'openid')
  }
})

test('TK-18 no error repeats what was sent', async () => {
  const mark = '<script>"mark\\é'
  const long = `${mark}${'x'.repeat(9000)}`
  const answers = [
    await redeem(provider, mark),
    await redeem(provider, long),
    await redeem(provider, 'c', { code_verifier: mark }),
    await redeem(provider, 'c', { redirect_uri: mark }),
    await redeem(provider, 'c', { [mark]: long }),
    await redeem(provider, 'c', { [long]: 'x' }),
    await postToken(provider, { grant_type: mark }, { authorization }),
    await redeem(provider, 'c', {}, { authorization: basicHeader(mark, mark) }),
    await redeem(provider, 'c', { client_id: mark }, {}),
    await redeem(provider, 'c', { client_assertion: mark, client_assertion_type: mark }, {}),
  ]
  for (const answer of answers) {
    assertError(answer, answer.status, String(answer.body['error']))
    assert.ok(answer.status === 400 || answer.status === 401, `${answer.status}`)
    assert.doesNotMatch(`${answer.body['error']} ${answer.body['error_description']}`, /mark|script|x{20}|\.ts|node_modules/)
  }
})

test('TK-18 a parameter that is too long is refused, whatever its name', async () => {
  for (const name of ['code', 'redirect_uri', 'unknown', 'constructor', '__proto__', 'toString']) {
    assertError(
      await redeem(provider, 'c', JSON.parse(JSON.stringify({ [`${name}`]: 'x'.repeat(9000) })) as Fields),
      400,
      'invalid_request',
    )
  }
  assertError(
    await postToken(provider, `grant_type=authorization_code&__proto__=${'x'.repeat(9000)}`, { authorization }),
    400,
    'invalid_request',
  )
  assertError(await postToken(provider, 'a'.repeat(70_000), { authorization }), 400, 'invalid_request')
  assertError(await postToken(provider, 'a&'.repeat(1001), { authorization }), 400, 'invalid_request')
})

test('TK-24 a callback parameter makes no script of the answer', async () => {
  const { status, headers, body } = await redeem(provider, await alice.code(), { callback: 'f', jsonp: 'f' })
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json')
  assert.equal(body['token_type'], 'Bearer')
})
