// Applications in browsers and in shells: oidc-client-ts with its own settings, in a page without and with a tracer; the requests of AppAuth; and
// the origins of Capacitor, Ionic and Tauri.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { browserFetch } from '../../support/browser-fetch.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { broughtBack, visit } from '../../support/relying-parties.ts'

const web = 'https://spa.example'
const shells = ['capacitor://localhost', 'ionic://localhost', 'tauri://localhost', 'https://localhost', 'http://tauri.localhost']
const nativeUri = 'com.example.app:/oauth2redirect'
/** https://www.w3.org/TR/trace-context/, and what two vendors add. */
const tracer = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'congo=t61rcWkgMzE',
  'x-datadog-trace-id': '1',
  'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1',
  'x-requested-with': 'XMLHttpRequest',
}

const grantTypes = ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE' as const]
let provider: TestProvider
const ownFetch = globalThis.fetch
before(async () => {
  const script = { authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE', grantTypes } as const
  provider = await startTestProvider({
    document: acmeWith({
      oidcApps: [
        portalApp('spa', {
          ...script,
          appType: 'OIDC_APP_TYPE_USER_AGENT',
          redirectUris: [`${web}/callback`],
          postLogoutRedirectUris: [`${web}/`],
        }),
        portalApp('shell', { ...script, appType: 'OIDC_APP_TYPE_NATIVE', redirectUris: [nativeUri], additionalOrigins: shells }),
      ],
    }),
  })
})
after(async () => {
  globalThis.fetch = ownFetch
  await provider.close()
})

for (const [title, added] of [
  ['oidc-client-ts signs in with its own settings', {}],
  ['oidc-client-ts signs in in a page with tracers', tracer],
] as const) {
  test(title, async () => {
    globalThis.fetch = browserFetch({ origin: web, added }, async (request) => await provider.fetch(request))
    const client = new OidcClient({
      authority: provider.issuer,
      client_id: 'spa',
      redirect_uri: `${web}/callback`,
      loadUserInfo: true,
      stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    })
    const { url } = await client.createSigninRequest({})
    const back = broughtBack(await visit(provider.newUserAgent(), new URL(url)))
    const response = await client.processSigninResponse(back.url)
    assert.equal(response.profile.sub, alice.id)
    assert.ok(response.id_token !== undefined)
    const leaving = await client.createSignoutRequest({ id_token_hint: response.id_token, post_logout_redirect_uri: `${web}/` })
    assert.match(leaving.url, /^https:\/\/id\.example\/oidc\/v1\/end_session\?/)
  })
}

test('a page of another origin reads nothing of a user', async () => {
  const fetch = browserFetch({ origin: 'https://evil.example' }, async (request) => await provider.fetch(request))
  assert.equal((await fetch(`${provider.issuer}/.well-known/openid-configuration`)).status, 200)
  for (const path of ['/oauth/v2/token', '/oauth/v2/revoke', '/oidc/v1/userinfo'])
    await assert.rejects(fetch(`${provider.issuer}${path}`, { method: 'POST', body: new URLSearchParams() }), TypeError, path)
})

for (const origin of shells) {
  test(`the requests of AppAuth, sent from ${origin} and with tracers, are answered so that the application reads them`, async () => {
    const fetch = browserFetch({ origin, added: tracer }, async (request) => await provider.fetch(request))
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    const asked = {
      redirect_uri: nativeUri,
      client_id: 'shell',
      response_type: 'code',
      state: 'AB',
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    const url = new URL(`${provider.issuer}/oauth/v2/authorize?${new URLSearchParams(asked)}`)
    const { redirectedTo } = await visit(provider.newUserAgent(), url)
    assert.equal(redirectedTo?.protocol, 'com.example.app:')
    const code = redirectedTo.searchParams.get('code') ?? ''
    const form = async (path: string, fields: Readonly<Record<string, string>>, headers = {}): Promise<Response> =>
      await fetch(provider.issuer + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const tokens = await form('/oauth/v2/token', {
      grant_type: 'authorization_code',
      client_id: 'shell',
      redirect_uri: nativeUri,
      code,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    })
    assert.equal(tokens.status, 200, await tokens.clone().text())
    const { access_token: token } = (await tokens.json()) as { readonly access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    const userinfo = (await (await fetch(`${provider.issuer}/oidc/v1/userinfo`, { headers })).json()) as { readonly sub: string }
    assert.equal(userinfo.sub, alice.id)
    assert.equal((await form('/oauth/v2/revoke', { token, client_id: 'shell' })).status, 200)
    assert.equal((await fetch(`${provider.issuer}/oidc/v1/userinfo`, { headers })).status, 401)
  })
}
