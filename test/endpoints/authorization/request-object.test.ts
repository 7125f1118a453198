// Request objects are refused. Where the request itself names no response mode, the object decides how the client receives the error.
// No other member counts, because the object is not verified. https://openid.net/specs/openid-connect-core-1_0.html#JWTRequests
import { implicit } from '@symbolon/grants-implicit'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { redirectUri } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import { base64url } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({
    grants: [authorizationCode(), implicit()],
    document: acmeWith({
      oidcApps: [
        portalApp('spa', {
          redirectUris: [redirectUri],
          grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'],
          responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
        }),
        portalApp('native', {
          appType: 'OIDC_APP_TYPE_NATIVE',
          authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
          redirectUris: ['com.example.app:/cb'],
        }),
      ],
    }),
  })
})
after(async () => await provider.close())

const object = (members: unknown): string =>
  `${base64url.encode('{"alg":"none"}')}.${base64url.encode(typeof members === 'string' ? members : JSON.stringify(members))}.`

async function asked(fields: Readonly<Record<string, string>>): Promise<Page> {
  return await provider.newUserAgent().get(authorizationUrl(provider, fields))
}

/** How the refusal came, and to whom. */
function refusal(page: Page): readonly (string | undefined)[] {
  const [form] = page.forms
  if (form !== undefined) return ['form_post', form.action, form.fields['error'], form.fields['state']]
  const target = page.redirectedTo
  const parameters = target?.hash === '' ? target.searchParams : new URLSearchParams(target?.hash.slice(1))
  return [
    target?.hash === '' ? 'query' : 'fragment',
    target?.href.split(/[?#]/)[0],
    parameters.get('error') ?? undefined,
    parameters.get('state') ?? undefined,
  ]
}

test('the mode inside the object decides how the refusal is sent', async () => {
  for (const mode of ['query', 'fragment', 'form_post']) {
    const page = await asked({ request: object({ response_mode: mode }) })
    assert.deepEqual(refusal(page), [mode, redirectUri, 'request_not_supported', 'the-state'])
  }
})

test('the mode of the request itself goes before it', async () => {
  const page = await asked({ response_mode: 'fragment', request: object({ response_mode: 'form_post' }) })
  assert.deepEqual(refusal(page), ['fragment', redirectUri, 'request_not_supported', 'the-state'])
})

test('nothing else of the object is believed', async () => {
  const members = {
    response_mode: 'form_post',
    redirect_uri: 'https://evil.example/',
    client_id: 'native',
    state: 'other',
    response_type: 'id_token token',
    ui_locales: 'de',
  }
  const page = await asked({ request: object(members) })
  assert.deepEqual(refusal(page), ['form_post', redirectUri, 'request_not_supported', 'the-state'])
  assert.match(page.text, /<html lang="en"/)
})

test('a mode that could not carry the answer, and an object that cannot be read, leave it at the default', async () => {
  const useless = [
    object({}),
    object({ response_mode: 'jwt' }),
    object({ response_mode: ['form_post'] }),
    object({ response_mode: null }),
    object('[]'),
    object('{'),
    object('{"response_mode":"query","response_mode":"form_post"}'),
    'garbage',
    '..',
    '.!.',
    'a.b.c.d.e',
    object({ response_mode: 'form_post', long: 'x'.repeat(20_000) }),
  ]
  for (const request of useless) {
    assert.deepEqual(refusal(await asked({ request })), ['query', redirectUri, 'request_not_supported', 'the-state'], request.slice(0, 100))
  }
  const implicitly = { client_id: 'spa', response_type: 'id_token token', nonce: 'n' }
  for (const [mode, expected] of [
    ['query', 'fragment'],
    ['form_post', 'form_post'],
  ] as const) {
    assert.equal(refusal(await asked({ ...implicitly, request: object({ response_mode: mode }) }))[0], expected)
  }
  const custom = await asked({ client_id: 'native', redirect_uri: 'com.example.app:/cb', request: object({ response_mode: 'form_post' }) })
  assert.deepEqual(refusal(custom), ['query', 'com.example.app:/cb', 'request_not_supported', 'the-state'])
})

test('what is refused for another reason goes where it went', async () => {
  const page = await asked({ request_uri: 'https://app.example/request', request: '' })
  assert.deepEqual(refusal(page), ['query', redirectUri, 'request_uri_not_supported', 'the-state'])
})
