// How the parameters of an authorization request are read: each once, from one place, within limits. Errors are reported to the client.
// https://www.rfc-editor.org/rfc/rfc6749#section-3.1
import { redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf, assertDisplayed, assertError, pageKind } from '../../support/authorization-answer.ts'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { busyTime } from '../../support/processor-time.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())

const visit = async (fields: Readonly<Record<string, string | undefined>>, more = '') =>
  await provider.newUserAgent().get(authorizationUrl(provider, fields) + more)

const known: Readonly<Record<string, string>> = {
  response_type: 'code',
  scope: 'openid',
  state: 'the-state',
  nonce: 'n',
  prompt: 'login',
  max_age: '60',
  login_hint: 'alice',
  id_token_hint: 'x',
  ui_locales: 'de',
  acr_values: '1',
  display: 'page',
  claims: '{}',
  response_mode: 'query',
  claims_locales: 'en',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  request: 'x',
  request_uri: 'x',
  registration: '{}',
}

test('AZ-01 every repeated parameter is refused, and the client gets the error by redirect', async () => {
  for (const [name, value] of Object.entries(known)) {
    const page = await visit(
      { [name]: value, request: undefined },
      `&${name}=${encodeURIComponent(value)}${name === 'request' ? '&request=y' : ''}`,
    )
    // Which of two states the client sent is unknown, so none is returned.
    assertError(page, 'invalid_request', name === 'state' ? { state: undefined } : {})
  }
})

test('AZ-01 a name that is written in two ways is one name', async () => {
  assertError(await visit({}, '&%73cope=openid'), 'invalid_request')
})

test('AZ-02 the parameters of a POST stand in its body, those of a GET in its query', async () => {
  const userAgent = provider.newUserAgent()
  const fields = { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }
  assertDisplayed(await userAgent.post(authorizationUrl(provider), fields), 400, 'invalid_request')
  assertDisplayed(await userAgent.post(authorizationUrl(provider), {}), 400, 'invalid_request')
  assertDisplayed(await userAgent.post(`${provider.issuer}/oauth/v2/authorize?x=y`, fields), 400, 'invalid_request')
})

test('a POST of anything but a form is refused', async () => {
  for (const [contentType, body] of [
    ['application/json', '{"client_id":"basic"}'],
    ['text/plain', 'client_id=basic'],
    ['multipart/form-data; boundary=x', '--x--'],
  ] as const) {
    const response = await provider.fetch(
      new Request(`${provider.issuer}/oauth/v2/authorize`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
      }),
    )
    assert.equal(response.status, 400)
    assert.match(await response.text(), /invalid_request/)
  }
  const large = await provider.newUserAgent().post(`${provider.issuer}/oauth/v2/authorize`, {
    client_id: 'basic',
    filler: 'x'.repeat(70_000),
  })
  assertDisplayed(large, 400, 'invalid_request')
})

test('a required parameter that is missing or empty is invalid_request', async () => {
  for (const name of ['response_type', 'scope']) {
    for (const missing of [undefined, '']) assertError(await visit({ [name]: missing }), 'invalid_request')
  }
})

test('AZ-07 state comes back byte for byte, or is refused without being returned', async () => {
  const userAgent = provider.newUserAgent()
  await authorize(provider, {}, userAgent)
  const returned = [
    'x',
    ' ',
    '+',
    '%20',
    '%',
    '&state=evil&code=evil',
    '#',
    '"><script>alert(1)</script>',
    "'",
    '😀 ü\u00a0\u2028',
    'a'.repeat(128),
    'a'.repeat(8192),
    '{"a":[1]}',
    '../',
    '\\',
  ]
  for (const state of returned) {
    for (const fields of [
      { prompt: 'none' },
      { prompt: 'none', response_mode: 'fragment' },
      { prompt: 'none', response_mode: 'form_post' },
    ]) {
      const page = await userAgent.get(authorizationUrl(provider, { ...fields, state }))
      assert.equal(answerOf(page).parameters['state'], state)
      assert.ok('code' in answerOf(page).parameters)
      assertError(await userAgent.get(authorizationUrl(provider, { ...fields, state, scope: 'profile' })), 'invalid_scope', {
        state,
        mode: answerOf(page).mode,
      })
    }
  }
  for (const state of ['a'.repeat(8193), '\r\nSet-Cookie: x=y', 'a\nb', '\0', '\u0085']) {
    assertError(await userAgent.get(authorizationUrl(provider, { state, prompt: 'none' })), 'invalid_request', { state: undefined })
  }
  const malformed = `${authorizationUrl(provider, { state: undefined })}&state=`
  for (const state of ['%ff', '%', '%c3', '%ed%a0%80']) assertDisplayed(await userAgent.get(malformed + state), 400, 'invalid_request')
})

test('AZ-07 a request without state is answered without state', async () => {
  for (const state of [undefined, '']) assertError(await visit({ state, prompt: 'none' }), 'login_required', { state: undefined })
})

test('AZ-09 a flood of scopes is invalid_scope at once', async () => {
  const scopes = [
    `openid ${'a '.repeat(5000)}`,
    `openid ${'x'.repeat(10_240)}`,
    `openid ${Array.from({ length: 60 }, (_, i) => `s${i}`).join(' ')}`,
  ]
  const busy = await busyTime(async () => {
    for (const scope of scopes) assertError(await visit({ scope }), 'invalid_scope')
  })
  assert.ok(busy < 1000, `${busy} ms`)
})

test('AZ-10 a scope without openid is invalid_scope, unknown scopes are dropped', async () => {
  for (const scope of ['profile', 'OPENID', 'openid2', 'openid\tprofile', 'openid "x"', 'openid ü'])
    assertError(await visit({ scope }), 'invalid_scope')
  const page = await authorize(provider, { scope: 'nonsense  openid __proto__ constructor email toString openid' })
  assert.ok(codeOf(page) !== '')
})

test('AZ-13 prompt=none with another value, and an unknown prompt, are invalid_request', async () => {
  for (const prompt of ['none login', 'login none', 'none none consent', 'nonsense', 'login nonsense', 'LOGIN', 'none,login']) {
    assertError(await visit({ prompt }), 'invalid_request')
  }
})

test('AZ-15 max_age is a whole number of at most ten digits, or the request is refused', async () => {
  for (const maxAge of ['-1', '1e3', '0x10', '5 ', ' 5', '1.5', '9'.repeat(400), 'NaN', 'Infinity', '00', '01', '+5', '٣', '12345678901']) {
    assertError(await visit({ max_age: maxAge }), 'invalid_request')
  }
  for (const maxAge of ['', '0', '1', '9999999999']) assert.equal(pageKind(await visit({ max_age: maxAge })), 'login_name')
})

test('AZ-20 request objects and registration in the request are refused aloud', async () => {
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"client_id":"basic"}')}.`
  for (const name of ['request', 'request_uri', 'registration']) {
    for (const value of [unsigned, 'https://evil.example/request', '{}'])
      assertError(await visit({ [name]: value }), `${name}_not_supported`)
    // The redirect URI inside an object that is not processed has no effect.
    assertDisplayed(await visit({ [name]: unsigned, redirect_uri: 'https://app.example/cb_invalid' }), 400, 'invalid_request')
    assert.equal(pageKind(await visit({ [name]: '' })), 'login_name')
  }
})

test('AZ-21 a claims parameter that is too large or malformed is invalid_request', async () => {
  const bomb = '{"a":'.repeat(1500)
  const wide = JSON.stringify({ userinfo: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`c${i}`, null])) })
  for (const claims of [
    bomb,
    wide,
    `{"userinfo":{"x":"${'y'.repeat(9000)}"}}`,
    'x',
    '[]',
    '"x"',
    'null',
    '{"userinfo":[]}',
    '{"id_token":{"acr":{"essential":"yes"}}}',
    '{"id_token":{"acr":{"values":"1"}}}',
    '{"userinfo":{},"userinfo":{}}',
  ]) {
    assertError(await visit({ claims }), 'invalid_request')
  }
  assertDisplayed(await visit({ claims: 'x'.repeat(1024 * 1024) }), 400, 'invalid_request')
})

test('AZ-22 ui_locales chooses a language and nothing else', async () => {
  const german = await visit({ ui_locales: 'da-DK de-AT en' })
  assert.match(german.text, /<html lang="de"/)
  for (const locales of ['../../etc/passwd', '%00', 'se', `${'xx-YY '.repeat(1000)}`, '"><script>', 'constructor __proto__']) {
    const page = await visit({ ui_locales: locales })
    assert.equal(pageKind(page), 'login_name')
    assert.match(page.text, /<html lang="en"/)
  }
  const accepted = await provider
    .newUserAgent()
    .get(authorizationUrl(provider, { ui_locales: 'se' }), { headers: { 'accept-language': 'de-CH, en;q=0.5' } })
  assert.match(accepted.text, /<html lang="de"/, "none matches: the browser's header is used")
  const preferred = await provider
    .newUserAgent()
    .get(authorizationUrl(provider, { ui_locales: 'en' }), { headers: { 'accept-language': 'de' } })
  assert.match(preferred.text, /<html lang="en"/)
})

test('AZ-23 unknown parameters are ignored, also two hundred of them', async () => {
  const unknown = Array.from({ length: 200 }, (_, i) => `foo${i}=bar`).join('&')
  assertError(await visit({ prompt: 'none' }, `&extra=foobar&__proto__=x&constructor=y&toString=z&${unknown}`), 'login_required')
  assertDisplayed(await visit({ prompt: 'none' }, `&${'foo=bar&'.repeat(1001)}`), 400, 'invalid_request')
})

test('credentials at the authorization endpoint are never read', async () => {
  const page = await provider.newUserAgent().get(
    authorizationUrl(provider, {
      client_secret: 'wrong',
      client_assertion: 'x',
      prompt: 'none',
    }),
    {
      headers: { authorization: 'Basic d3Jvbmc6d3Jvbmc=' },
    },
  )
  assertError(page, 'login_required')
})

test('display, claims_locales, acr_values and prompt=consent do no harm', async () => {
  for (const fields of [
    { display: 'page' },
    { display: 'popup' },
    { display: 'nonsense' },
    { claims_locales: 'se' },
    { acr_values: '1 2' },
    { acr_values: 'urn:x' },
    { prompt: 'consent' },
  ]) {
    assert.ok(codeOf(await authorize(provider, fields)) !== '', JSON.stringify(fields))
  }
})

test('the challenge of PKCE is S256, well formed, and never half there', async () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const bad: readonly Readonly<Record<string, string | undefined>>[] = [
    { code_challenge: challenge },
    {
      code_challenge: challenge,
      code_challenge_method: 'plain',
    },
    { code_challenge: challenge, code_challenge_method: 's256' },
    { code_challenge_method: 'S256' },
    { code_challenge: '', code_challenge_method: 'S256' },
    {
      code_challenge: challenge.slice(1),
      code_challenge_method: 'S256',
    },
    { code_challenge: `${challenge}=`, code_challenge_method: 'S256' },
    { client_id: 'public' },
    { client_id: 'public', code_challenge: '' },
  ]
  for (const fields of bad) assertError(await visit(fields), 'invalid_request')
  for (const clientId of ['basic', 'post', 'key', 'public']) {
    assert.equal(pageKind(await visit({ client_id: clientId, code_challenge: challenge, code_challenge_method: 'S256' })), 'login_name')
  }
  // Parameters without a value are absent. https://www.rfc-editor.org/rfc/rfc6749#section-3.1
  for (const fields of [{}, { code_challenge: '' }, { code_challenge: '', code_challenge_method: '' }])
    for (const clientId of ['basic', 'post', 'key']) assert.equal(pageKind(await visit({ client_id: clientId, ...fields })), 'login_name')
})

test('AZ-31 other methods are 405, and HEAD makes no code', async () => {
  const userAgent = provider.newUserAgent()
  await authorize(provider, {}, userAgent)
  const cookie = userAgent.cookies.header(new URL(provider.issuer), { crossSite: false, method: 'GET' }) ?? ''
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
    const response = await provider.fetch(
      new Request(authorizationUrl(provider), {
        method,
        headers: { cookie, origin: 'https://evil.example' },
      }),
    )
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'GET, POST')
    assert.equal(response.headers.get('location'), null)
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  }
})
