// Which web pages may call token and userinfo endpoint: those of an origin that an active app registered, never with credentials.
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

const endpoints = ['/oauth/v2/token', '/oidc/v1/userinfo']
const registered = 'https://app.example'
const additional = 'https://spa.example:8443'
const strangers = [
  'https://evil.example',
  'null',
  'http://app.example',
  'https://app.example:444',
  'https://app.example.evil.example',
  'https://APP.example',
  'https://app.example/',
  'https://off.example',
  '*',
  '',
  ' ',
  'https://id.example',
  `https://${'a'.repeat(300)}.example`,
]
const app = (tokenDocument().orgs ?? []).flatMap(({ oidcApps }) => oidcApps ?? []).find(({ appId }) => appId === 'public')?.app
let provider: TestProvider
before(async () => {
  assert.ok(app !== undefined)
  provider = await startTestProvider({
    document: tokenDocument([], {
      apps: {
        public: { app: { ...app, additionalOrigins: [additional] } },
        implicit: { state: 'STATE_INACTIVE', app: { ...app, name: 'Off', redirectUris: ['https://off.example/cb'] } },
      },
    }),
  })
})
after(async () => await provider.close())

async function call(method: string, path: string, origin: string, headers: Fields = {}, body?: string): Promise<Response> {
  return await provider.fetch(
    new Request(provider.issuer + path, { method, headers: { ...headers, origin }, ...(body === undefined ? {} : { body }) }),
  )
}

for (const path of endpoints) {
  test(`TK-23 a preflight of ${path} is granted to registered origins`, async () => {
    for (const origin of [registered, additional]) {
      const { status, headers } = await call('OPTIONS', path, origin, {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      })
      assert.equal(status, 204)
      assert.equal(headers.get('access-control-allow-origin'), origin)
      assert.match(headers.get('access-control-allow-methods') ?? '', /POST/)
      assert.match(headers.get('access-control-allow-headers') ?? '', /authorization, content-type/)
      assert.equal(headers.get('access-control-allow-credentials'), null)
      assert.match(headers.get('vary') ?? '', /origin/i)
    }
  })

  test(`TK-23 a preflight of ${path} grants nothing to others`, async () => {
    for (const origin of strangers) {
      const { status, headers } = await call('OPTIONS', path, origin, { 'access-control-request-method': 'POST' })
      assert.ok(status === 204 || status === 403)
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        [],
        origin,
      )
      assert.match(headers.get('vary') ?? '', /origin/i)
    }
  })

  test(`TK-23 an error of ${path} can be read by registered origins alone`, async () => {
    const own = await call('POST', path, registered, { 'content-type': 'application/x-www-form-urlencoded' }, '')
    assert.equal(own.headers.get('access-control-allow-origin'), registered)
    assert.match(own.headers.get('access-control-expose-headers') ?? '', /www-authenticate/i)
    for (const origin of strangers) {
      const { headers } = await call('POST', path, origin, { 'content-type': 'application/x-www-form-urlencoded' }, '')
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        [],
        origin,
      )
      assert.match(headers.get('vary') ?? '', /origin/i)
    }
  })
}

test('the shells of hybrid applications have special origins, which the registration names', async () => {
  assert.ok(app !== undefined)
  for (const origin of ['capacitor://localhost', 'ionic://localhost', 'tauri://localhost']) {
    const preflight = async (): Promise<string | null> => {
      const { headers } = await call('OPTIONS', '/oauth/v2/token', origin, { 'access-control-request-method': 'POST' })
      return headers.get('access-control-allow-origin')
    }
    assert.equal(await preflight(), null)
    const report = await provider.apply(tokenDocument([], { apps: { public: { app: { ...app, additionalOrigins: [origin] } } } }))
    assert.deepEqual(
      report.entries.filter(({ action }) => action === 'refused'),
      [],
    )
    assert.equal(await preflight(), origin)
  }
})

test('TK-23 tokens and claims can be read by registered origins alone', async () => {
  const alice = await signedIn(provider)
  for (const origin of [registered, 'https://evil.example', 'null']) {
    const form = new URLSearchParams({ grant_type: 'authorization_code', code: await alice.code(), redirect_uri: redirectUri }).toString()
    const headers = { authorization: basicHeader('basic', clientSecret), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await call('POST', '/oauth/v2/token', origin, headers, form)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('access-control-allow-origin'), origin === registered ? origin : null)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    const { access_token: token } = (await answer.json()) as Record<string, unknown>
    const claims = await call('GET', '/oidc/v1/userinfo', origin, { authorization: `Bearer ${String(token)}` })
    assert.equal(claims.status, 200)
    assert.equal(claims.headers.get('access-control-allow-origin'), origin === registered ? origin : null)
    assert.equal(claims.headers.get('access-control-allow-credentials'), null)
  }
})

test('TK-23 the origin of an app that is switched off is forgotten at once, and known again afterwards', async () => {
  assert.ok(app !== undefined)
  for (const [state, allowed] of [
    ['STATE_INACTIVE', null],
    ['STATE_ACTIVE', additional],
    ['STATE_REMOVED', null],
  ] as const) {
    await provider.apply(tokenDocument([], { apps: { public: { state, app: { ...app, additionalOrigins: [additional] } } } }))
    const { headers } = await call('OPTIONS', '/oauth/v2/token', additional, { 'access-control-request-method': 'POST' })
    assert.equal(headers.get('access-control-allow-origin'), allowed, state)
  }
})
