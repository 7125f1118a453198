// The requests that well-known clients send as they come, byte for byte where it matters: secrets that are not form-encoded in the
// header, empty parameters, and the method that the library prefers rather than the one that is registered.
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { postToken } from '../../support/code-flow.ts'
import type { Fields, TokenAnswer } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient, codeVerifier, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'
import { assertActive, postForm } from '../../support/token-endpoints.ts'

/** Form-decoding alters it, where it can be decoded at all. */
const secrets = ['a+secret+with+plus+signs+0123456789', 'a%2Dsecret%2Dthat%2Dseems%2Dencoded', '100% of a secret that cannot be decoded']
const [secret = ''] = secrets
const grantTypes = ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'] as const

let provider: TestProvider
let alice: SignedIn
before(async () => {
  const apps = Object.fromEntries(
    (tokenDocument().orgs?.[0]?.oidcApps ?? [])
      .filter(({ clientId = '' }) => ['basic', 'post', 'public'].includes(clientId))
      .map(({ clientId = '', app }) => [
        clientId,
        { ...(clientId === 'public' ? {} : { clientSecret: secret }), app: { ...app, grantTypes: [...grantTypes] } },
      ]),
  )
  provider = await startTestProvider({ grants: [authorizationCode(), refreshToken()], document: tokenDocument([], { apps }) })
  alice = await signedIn(provider)
})
after(async () => await provider.close())

/** As curl, Python's requests and Dovecot write it: nothing is encoded but the base64. */
const raw = (clientId: string, password: string): Fields => ({ authorization: `Basic ${btoa(`${clientId}:${password}`)}` })

async function redeemAs(clientId: string, fields: Fields, headers: Fields = {}): Promise<TokenAnswer> {
  const { challenge, verifier } = await codeVerifier()
  const code = await alice.code({ client_id: clientId, scope: 'openid offline_access', ...challenge })
  return await postToken(
    provider,
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...fields },
    headers,
  )
}

function assertTokens({ status, body }: TokenAnswer): void {
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(typeof body['access_token'], 'string')
}

test('Dovecot introspects by the user and password of its URL, with empty credentials in the body', async () => {
  const { body } = await redeemAs('basic', {}, raw('basic', secret))
  const form = `token=${encodeURIComponent(String(body['access_token']))}&client_id=&client_secret=`
  assertActive(await postForm(provider, '/oauth/v2/introspect', form, raw('basic', secret)))
  assertInvalidClient(await postForm(provider, '/oauth/v2/introspect', form, raw('basic', `${secret}x`)))
  assertInvalidClient(await postForm(provider, '/oauth/v2/introspect', form))
})

test('oidc-agent names a public client in the header, without a password', async () => {
  const answer = await redeemAs('public', { response_type: 'token' }, raw('public', ''))
  assertTokens(answer)
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: String(answer.body['refresh_token']),
    client_id: 'public',
    scope: 'openid offline_access',
  }
  assertTokens(await postToken(provider, refresh, raw('public', '')))
})

test('oidc-agent sends the secret of a client as it stands', async () => {
  assertTokens(await redeemAs('basic', { response_type: 'token' }, raw('basic', secret)))
})

test('requests-oauthlib uses Basic by default, for apps that are registered for the body as well', async () => {
  assertTokens(await redeemAs('post', {}, raw('post', secret)))
  assertTokens(await redeemAs('basic', {}, raw('basic', secret)))
  assertTokens(await redeemAs('public', {}, raw('public', '')))
  assertTokens(await redeemAs('public', { client_id: 'public', client_secret: '' }))
  assertTokens(await redeemAs('basic', { client_id: 'basic', client_secret: secret }))
})

test('passport and allauth send the secret in the body, for apps that are registered for Basic as well', async () => {
  assertTokens(await redeemAs('basic', { client_id: 'basic', client_secret: secret }))
  assertTokens(await redeemAs('public', { client_id: 'public', client_secret: '' }))
  assertTokens(await redeemAs('basic', { client_id: 'basic', client_secret: secret, scope: '' }))
})

test('an empty parameter counts as absent', async () => {
  const answer = await redeemAs(
    'basic',
    { client_id: '', client_assertion: '', client_assertion_type: '', scope: '' },
    raw('basic', secret),
  )
  assertTokens(answer)
  const refresh = { grant_type: 'refresh_token', refresh_token: String(answer.body['refresh_token']), scope: '' }
  const { body } = await postToken(provider, refresh, raw('basic', secret))
  assert.equal(body['scope'], 'openid offline_access')
  assertError(await postToken(provider, { ...refresh, refresh_token: '' }, raw('basic', secret)), 400, 'invalid_request')
})

for (const each of secrets) {
  test(`a secret that was not encoded is taken as it stands: ${each}`, async () => {
    const own = await startTestProvider({ document: tokenDocument([], { apps: { basic: { clientSecret: each } } }) })
    const fields = { grant_type: 'authorization_code', code: 'none', redirect_uri: redirectUri }
    assertError(await postToken(own, fields, raw('basic', each)), 400, 'invalid_grant')
    assertError(await postToken(own, fields, raw('basic', encodeURIComponent(each))), 400, 'invalid_grant')
    assertInvalidClient(await postToken(own, fields, raw('basic', `${each}+`)))
    await own.close()
  })
}
