// Where answers may go: to what the client registered, byte for byte, and nowhere else.
// https://www.rfc-editor.org/rfc/rfc9700#section-2.1
import { redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { answerOf, assertDisplayed, assertError } from '../../support/authorization-answer.ts'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { busyTime } from '../../support/processor-time.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider({
  document: acmeWith({
    oidcApps: [
      portalApp('query', { redirectUris: ['https://app.example/cb?tenant=1&name=a%2Fb+c'] }),
      portalApp('open-query', { redirectUris: ['https://app.example/cb?'] }),
      portalApp('native', {
        appType: 'OIDC_APP_TYPE_NATIVE',
        authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
        redirectUris: [
          'http://localhost',
          'http://127.0.0.1/cb',
          'http://[::1]:8080/cb',
          'com.example.app:/cb',
          'http://app.example/native',
        ],
      }),
      portalApp('plain', { redirectUris: ['http://app.example/cb', 'http://localhost/cb', 'http://127.0.0.1:3000/cb'] }),
      portalApp('development', { redirectUris: ['http://app.example/cb', 'http://localhost:3000/cb'], devMode: true }),
      portalApp('no-uri', { redirectUris: [] }),
    ],
  }),
})
after(() => provider.close())

const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

async function assertRefused(redirectUri: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const page = await provider.newUserAgent().get(authorizationUrl(provider, { ...fields, redirect_uri: redirectUri }))
  assertDisplayed(page, 400, 'invalid_request')
  // Neither does the attacker's URI become a link, nor a source of the page's policy.
  assert.equal(page.text.includes('evil'), false)
  assert.equal(page.headers.get('content-security-policy')?.includes('evil'), false)
  assert.deepEqual(page.headers.getSetCookie(), [])
}

async function assertAccepted(redirectUri: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const page = await provider.newUserAgent().get(authorizationUrl(provider, { ...fields, redirect_uri: redirectUri, prompt: 'none' }))
  assert.equal(answerOf(page).to, redirectUri)
}

const attacks: readonly (readonly [title: string, ...uris: string[]])[] = [
  ['RU-01 an unregistered URI', 'https://evil.example/cb', 'https://app.example/other'],
  ['RU-02 a registered URI that goes on', ...['/x', 'x', '?x=1', '#x', '/', '?', '#', '&', ' '].map((more) => redirectUri + more)],
  ['RU-02 the beginning of a registered URI', 'https://app.example/c', 'https://app.example/', 'https://app.example', 'https:', 'h'],
  ['RU-03 a host that goes on', 'https://app.example.evil.tld/cb', 'https://evil-app.example/cb', 'https://app.example:8443/cb'],
  [
    'RU-04 userinfo before the host',
    'https://app.example@evil.tld/cb',
    'https://a@b@evil.tld/cb',
    'https://app.example:x@evil.tld/cb',
    'https://user@app.example/cb',
  ],
  [
    'RU-05 dot segments',
    'https://app.example/cb/../x',
    'https://app.example/x/../cb',
    'https://app.example/x/..;/cb',
    'https://app.example/%2e%2e/cb',
    'https://app.example/./cb',
  ],
  [
    'RU-06 a character where a pattern would match',
    'https://appXexample/cb',
    'https://app.example/c.',
    'https://app.example/.*',
    '*',
    'https://*/cb',
  ],
  [
    'RU-07 other case, or the default port',
    'HTTPS://APP.EXAMPLE/cb',
    'https://App.example/cb',
    'https://app.example:443/cb',
    'https://app.example/CB',
    'https://app.example/%63b',
    'https://app.example./cb',
  ],
  [
    'RU-08 what a URL parser repairs',
    'https:app.example/cb',
    'https:/\\app.example/cb',
    'https:\\\\app.example\\cb',
    ' https://app.example/cb',
    '\thttps://app.example/cb',
    '\0https://app.example/cb',
    'https://app.exa\nmple/cb',
    'java\tscript:alert(1)',
    'javascript:alert(1)//https://app.example/cb',
    '//app.example/cb',
    '/cb',
  ],
  [
    'RU-09 letters that a URL parser folds',
    'https://ａpp.example/cb',
    'https://app。example/cb',
    'https://app.example／cb',
    'https://ⓐpp.example/cb',
  ],
]

for (const [title, ...uris] of attacks) {
  test(`${title} is refused on a page of the provider`, async () => {
    for (const uri of uris) await assertRefused(uri)
  })
}

test('RU-13 a host that looks like loopback is refused for a native app', async () => {
  const lookAlikes = [
    'http://localhost.evil.tld',
    'http://127.0.0.1.evil.tld/cb',
    'http://localhost@evil.tld',
    'http://localhost:80@evil.tld',
    'http://localhost:x',
    'http://localhost:123456/',
    'http://127.0.0.1:80.evil.tld/cb',
    'http://127.1/cb',
    'http://2130706433/cb',
    'http://0.0.0.0/cb',
    'http://[::1]:1/other',
    'http://localhost:8080/evil',
    'http://127.0.0.1:8080/cb?x=1',
    'https://127.0.0.1:8080/cb',
    'http://LOCALHOST:8080',
    'http://localhost\\.evil.tld',
  ]
  for (const uri of lookAlikes) await assertRefused(uri, { client_id: 'native', ...pkce })
})

test('a native app may use any port of its loopback URIs, and a private-use scheme', async () => {
  const usable = [
    'http://localhost',
    'http://localhost:51004',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:1/cb',
    'http://[::1]:65535/cb',
    'http://[::1]/cb',
    'com.example.app:/cb',
  ]
  for (const uri of usable) await assertAccepted(uri, { client_id: 'native', ...pkce })
  for (const uri of ['http://127.0.0.1:65536/cb', 'http://localhost:99999']) await assertRefused(uri, { client_id: 'native', ...pkce })
})

test('the port of a loopback URI of an app that is not native is part of it', async () => {
  await assertAccepted('http://localhost:3000/cb', { client_id: 'development' })
  await assertRefused('http://localhost:3001/cb', { client_id: 'development' })
})

test('RU-12 plain http is kept, and used only in dev mode or by a native app on loopback', async () => {
  await assertRefused('http://app.example/cb', { client_id: 'plain' })
  const page = await provider.newUserAgent().get(authorizationUrl(provider, { client_id: 'plain', redirect_uri: 'http://app.example/cb' }))
  assertDisplayed(page, 400, 'registered, but plain http is for clients in devMode')
  await assertRefused('http://localhost/cb', { client_id: 'plain' })
  await assertRefused('http://127.0.0.1:3000/cb', { client_id: 'plain' })
  await assertRefused('http://app.example/native', { client_id: 'native', ...pkce })
  await assertAccepted('http://app.example/cb', { client_id: 'development' })
})

test('RU-14 a missing or empty redirect_uri is refused on a page, also where one alone is registered', async () => {
  for (const missing of [undefined, '']) {
    assertDisplayed(
      await provider.newUserAgent().get(authorizationUrl(provider, { redirect_uri: missing })),
      400,
      'redirect_uri is missing',
    )
  }
  assertDisplayed(await provider.newUserAgent().get(authorizationUrl(provider, { client_id: 'no-uri' })), 400, 'not registered')
})

test('RU-15 a repeated redirect_uri is refused in either order', async () => {
  const [good, evil] = [encodeURIComponent(redirectUri), encodeURIComponent('https://evil.example/cb')]
  for (const [first, second] of [
    [good, evil],
    [evil, good],
    [good, good],
  ]) {
    const url = `${authorizationUrl(provider, { redirect_uri: undefined })}&redirect_uri=${first}&redirect_uri=${second}`
    assertDisplayed(await provider.newUserAgent().get(url), 400, 'invalid_request')
  }
})

test('RU-19 an error redirects to the registered URI with error and state, never elsewhere', async () => {
  for (const fields of [{ scope: 'profile' }, { prompt: 'none' }, { response_type: 'nonsense' }, { max_age: '-1' }]) {
    const page = await provider.newUserAgent().get(authorizationUrl(provider, fields))
    assert.equal(answerOf(page).to, redirectUri)
  }
  await assertRefused('https://evil.example/cb', { scope: 'profile', prompt: 'none' })
})

test('RU-22 a registered query stays as it is, and the answer is appended', async () => {
  const uri = 'https://app.example/cb?tenant=1&name=a%2Fb+c'
  const page = await authorize(provider, { client_id: 'query', redirect_uri: uri })
  const location = page.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${uri}&code=`), location)
  assert.ok(codeOf(page).length >= 43)
  const open = await provider.newUserAgent().get(
    authorizationUrl(provider, {
      client_id: 'open-query',
      redirect_uri: 'https://app.example/cb?',
      prompt: 'none',
    }),
  )
  assert.ok(open.headers.get('location')?.startsWith('https://app.example/cb?error=login_required&'), open.headers.get('location') ?? '')
  await assertRefused('https://app.example/cb?tenant=2&name=a%2Fb+c', { client_id: 'query' })
  await assertRefused('https://app.example/cb?name=a%2Fb+c&tenant=1', { client_id: 'query' })
  await assertRefused('https://app.example/cb?tenant=1&name=a/b c', { client_id: 'query' })
})

test('RU-23 a huge URI is refused at once', async () => {
  const uri = `${redirectUri}?${'x'.repeat(60_000)}`
  const url = authorizationUrl(provider, { redirect_uri: uri })
  const busy = await busyTime(async () => assertDisplayed(await provider.newUserAgent().get(url), 400, 'invalid_request'))
  assert.ok(busy < 1000, `${busy} ms`)
  assertDisplayed(
    await provider.newUserAgent().get(authorizationUrl(provider, { redirect_uri: 'x'.repeat(100 * 1024) })),
    400,
    'invalid_request',
  )
})

test('RU-24 a post-logout URI is not a redirect URI', async () => {
  await assertRefused('https://app.example/signed-out')
})

test("the URI of another client is not this client's", async () => {
  await assertRefused('https://app.example/cb?tenant=1&name=a%2Fb+c', { client_id: 'basic' })
  await assertRefused(redirectUri, { client_id: 'query' })
})

test('a missing, empty, repeated, unknown or overlong client_id is shown to the user', async () => {
  for (const clientId of [undefined, '', 'unknown', 'BASIC', 'basic ', 'x'.repeat(300), '__proto__', "' OR 1=1 --"]) {
    assertDisplayed(await provider.newUserAgent().get(authorizationUrl(provider, { client_id: clientId })), 400, 'invalid_request')
  }
  assertDisplayed(await provider.newUserAgent().get(`${authorizationUrl(provider)}&client_id=basic`), 400, 'client_id is repeated')
  // The way to prove that the others are refused for the client alone.
  assertError(await provider.newUserAgent().get(authorizationUrl(provider, { prompt: 'none' })), 'login_required')
})

test('the log names the URI that was sent and those that are registered, and the page names neither', async () => {
  const reason = (): unknown => provider.logged.findLast(({ event }) => event === 'authorization_refused')?.fields['reason']
  const sent = 'https://app.example/cb/?tenant=1'
  await assertRefused(sent, { client_id: 'query' })
  assert.equal(reason(), `redirect_uri is "${sent}", and the client query has "https://app.example/cb?tenant=1&name=a%2Fb+c"`)
  await assertRefused(sent, { client_id: 'no-uri' })
  assert.equal(reason(), `redirect_uri is "${sent}", and the client no-uri has none`)
  // A client id that is not known may be a secret in the wrong place.
  await provider.newUserAgent().get(authorizationUrl(provider, { client_id: 'a secret' }))
  assert.equal(reason(), undefined)
})
