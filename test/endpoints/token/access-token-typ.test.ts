// JWT access tokens with `typ: JWT`, for resource servers that refuse `at+jwt`. ID tokens have the same type: only the members distinguish
// the two. https://www.rfc-editor.org/rfc/rfc8725#section-3.12
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import { endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import { decodeProtectedHeader } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { authorizationUrl, basicHeader, postToken, userinfoOf } from '../../support/code-flow.ts'
import type { TokenAnswer } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import { exchangeGrant, setFeature, types } from '../../support/exchanging.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { assertActive, assertInactive, introspect, revoke } from '../../support/token-endpoints.ts'

const grantTypes = ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_TOKEN_EXCHANGE'] as const
let provider: TestProvider
let alice: SignedIn
before(async () => {
  provider = await startTestProvider({
    grants: [authorizationCode(), clientCredentials(), tokenExchange()],
    endpoints: [userinfo, introspection, revocation, endSession],
    document: acmeWith({
      oidcApps: [
        portalApp(
          'spring',
          { redirectUris: [redirectUri], accessTokenType: 'OIDC_TOKEN_TYPE_JWT', grantTypes: [...grantTypes] },
          { clientSecret, accessTokenTyp: 'JWT' },
        ),
        portalApp(
          'rfc-9068',
          { redirectUris: [redirectUri], accessTokenType: 'OIDC_TOKEN_TYPE_JWT' },
          { clientSecret, accessTokenTyp: 'at+jwt' },
        ),
      ],
      apiApps: [{ appId: 'api', clientId: 'api', clientSecret, app: { projectId: 'portal', name: 'API' } }],
      machineUsers: [
        {
          userId: 'robot',
          clientSecret,
          accessTokenTyp: 'JWT',
          user: { userName: 'robot', name: 'Robot', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' },
        },
      ],
    }),
  })
  await setFeature(provider, true)
  alice = await signedIn(provider)
})
after(async () => await provider.close())

async function exchanged(token: unknown, type: string): Promise<TokenAnswer> {
  const fields = { grant_type: exchangeGrant, subject_token: String(token), subject_token_type: type }
  return await postToken(provider, fields, { authorization: basicHeader('spring', clientSecret) })
}

test('an app and a service user may have JWT access tokens whose typ is JWT', async () => {
  const { access_token: token } = await alice.tokens('spring')
  assert.equal((await decode(provider, token, 'JWT')).header['typ'], 'JWT')
  const { body } = await postToken(
    provider,
    { grant_type: 'client_credentials', scope: 'openid' },
    { authorization: basicHeader('robot', clientSecret) },
  )
  assert.equal((await decode(provider, body['access_token'], 'JWT')).payload['client_id'], 'robot')
  assert.equal(decodeProtectedHeader(String((await alice.tokens('rfc-9068'))['access_token'])).typ, 'at+jwt')
})

test('such a token is an access token everywhere: at userinfo, introspection, exchange and revocation', async () => {
  const { access_token: token } = await alice.tokens('spring')
  assert.equal((await userinfoOf(provider, token)).body['sub'], 'alice')
  assertActive(await introspect(provider, token))
  const { status, body } = await exchanged(token, types.accessToken)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await revoke(provider, token, 'spring')).status, 200)
  assertInactive(await introspect(provider, token))
  assert.equal((await userinfoOf(provider, token)).status, 401)
})

test('such a token does not pass as an ID token: not at the exchange, not as a hint', async () => {
  const { access_token: token } = await alice.tokens('spring')
  assertError(await exchanged(token, types.idToken), 400, 'invalid_request')
  const page = await alice.userAgent.get(
    authorizationUrl(provider, { client_id: 'spring', redirect_uri: redirectUri, prompt: 'none', id_token_hint: String(token) }),
  )
  assert.equal(page.redirectedTo?.searchParams.get('error'), 'invalid_request')
  const ended = await provider.newUserAgent().get(`${provider.issuer}/oidc/v1/end_session?id_token_hint=${String(token)}`)
  assert.equal(ended.status, 400)
})

test('an ID token does not pass as an access token, although its typ is the same', async () => {
  const { id_token: token } = await alice.tokens('spring')
  assert.equal(decodeProtectedHeader(String(token)).typ, 'JWT')
  assert.equal((await userinfoOf(provider, token)).status, 401)
  assertInactive(await introspect(provider, token))
  assertError(await exchanged(token, types.accessToken), 400, 'invalid_request')
})
