// An application that an owner of the instance signs in to gets no token for our own API, by no grant and in no form, unless it is
// registered for it.
import { applyEndpoint, eventsEndpoint } from '@symbolon/admin-api'
import { introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import type { OrgDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { alice, clientSecret, generateClientKey, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith, portalApp } from '../support/acme.ts'
import { authorizationUrl, basicHeader, postToken } from '../support/code-flow.ts'
import { exchangeGrant, setFeature, types } from '../support/exchanging.ts'
import { authorizeImplicitly } from '../support/implicit-flow.ts'
import { assertionClaims, signJws } from '../support/jws.ts'
import { rowOf } from '../support/opaque-tokens.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { signedIn } from '../support/signed-in.ts'

const api = 'urn:symbolon:iam:api'
const apiScope = 'urn:symbolon:iam:org:project:id:symbolon:aud'
const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'

const everything = {
  redirectUris: [redirectUri],
  responseTypes: ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN', 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
  grantTypes: [
    'OIDC_GRANT_TYPE_AUTHORIZATION_CODE',
    'OIDC_GRANT_TYPE_IMPLICIT',
    'OIDC_GRANT_TYPE_REFRESH_TOKEN',
    'OIDC_GRANT_TYPE_TOKEN_EXCHANGE',
  ],
} satisfies Parameters<typeof portalApp>[1]

function document(machineKey: ClientKeyPair): OrgDocument {
  return {
    ...acmeWith({
      oidcApps: [
        portalApp('any', everything, { clientSecret }),
        portalApp('any-jwt', { ...everything, accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }, { clientSecret }),
        portalApp('manager', everything, { clientSecret, managementAccess: true }),
      ],
      machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'Robot' }, clientSecret }],
      machineKeys: [{ keyId: machineKey.id, userId: 'robot', type: 'KEY_TYPE_JSON', publicKey: machineKey.publicKey }],
      personalAccessTokens: [{ tokenId: 'pat', userId: 'robot', token: ownerToken }],
    }),
    instanceMembers: [
      { userId: alice.id, roles: ['IAM_OWNER'] },
      { userId: 'robot', roles: ['IAM_OWNER'] },
    ],
  }
}

let provider: TestProvider
let machineKey: ClientKeyPair

before(async () => {
  machineKey = await generateClientKey('machine-key', 'ES256')
  provider = await startTestProvider({
    document: document(machineKey),
    grants: [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile(), tokenExchange()],
    endpoints: [userinfo, introspection, revocation, applyEndpoint({ hashing: secretHashing() }), eventsEndpoint],
  })
  await setFeature(provider, true)
})
after(async () => await provider.close())

/** What the API answers to the token: 200 for an owner's that counts. */
async function apply(token: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` }
  const response = await provider.fetch(new Request(`${provider.issuer}/admin/v1/apply`, { method: 'POST', headers, body: '{"orgs":[]}' }))
  return response.status
}

type Body = Readonly<Record<string, unknown>>

/** The answer grants neither the scope nor the audience, and the API does not take the token. */
async function assertUseless(body: Body): Promise<void> {
  assert.equal(typeof body['access_token'], 'string', JSON.stringify(body))
  assert.equal(String(body['scope']).split(' ').includes(apiScope), false, 'the answer says that the scope was dropped')
  const token = String(body['access_token'])
  const audience = token.startsWith('symbolon_at_') ? (await rowOf(provider, token))?.audience : decodeJwt(token).aud
  assert.equal(audience?.includes(api), false)
  assert.equal(await apply(token), 403)
}

const as = (clientId: string): Readonly<Record<string, string>> => ({ authorization: basicHeader(clientId, clientSecret) })
const scope = `openid offline_access ${apiScope}`

for (const clientId of ['any', 'any-jwt']) {
  test(`AD-05 the app ${clientId}: no token for the API by a code, also with prompt=none, nor by refreshing it`, async () => {
    const { tokens } = await signedIn(provider)
    for (const prompt of [{}, { prompt: 'none' }]) {
      const body = await tokens(clientId, { scope, ...prompt })
      await assertUseless(body)
      const fields = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }
      const wider = await postToken(provider, { ...fields, scope: apiScope }, as(clientId))
      assert.deepEqual([wider.status, wider.body['error']], [400, 'invalid_scope'])
      await assertUseless((await postToken(provider, fields, as(clientId))).body)
    }
  })

  test(`the app ${clientId}: none by the implicit flow`, async () => {
    const { userAgent } = await signedIn(provider)
    const page = await authorizeImplicitly(provider, { client_id: clientId, scope }, userAgent)
    await assertUseless(Object.fromEntries(new URLSearchParams(page.redirectedTo?.hash.slice(1))))
  })

  test(`the app ${clientId}: none by exchanging a personal access token, or what another app got`, async () => {
    const { tokens } = await signedIn(provider)
    const theirs = await tokens('manager', { scope })
    assert.equal(await apply(theirs['access_token']), 200)
    for (const subject of [ownerToken, String(theirs['access_token'])]) {
      for (const requested of [types.accessToken, types.jwt]) {
        const fields = {
          grant_type: exchangeGrant,
          subject_token: subject,
          subject_token_type: types.accessToken,
          requested_token_type: requested,
        }
        await assertUseless((await postToken(provider, fields, as(clientId))).body)
        const asked = await postToken(provider, { ...fields, audience: api }, as(clientId))
        assert.deepEqual([asked.status, asked.body['error']], [400, 'invalid_target'])
        const scoped = await postToken(provider, { ...fields, scope: apiScope }, as(clientId))
        assert.deepEqual([scoped.status, scoped.body['error']], [400, 'invalid_scope'])
      }
    }
  })
}

test('a token for the API that was issued before is worth nothing there, however it is refreshed or exchanged', async () => {
  const withAccess = async (managementAccess: boolean): Promise<void> => {
    const report = await provider.apply({ orgs: [{ orgId: 'acme', oidcApps: [portalApp('any', everything, { managementAccess })] }] })
    assert.equal(report.counts.refused, 0)
  }
  const { tokens, code } = await signedIn(provider)
  await withAccess(true)
  const body = await tokens('any', { scope })
  const unused = await code({ client_id: 'any', scope })
  assert.equal(await apply(body['access_token']), 200)
  await withAccess(false)
  assert.equal(await apply(body['access_token']), 403)
  await assertUseless(
    (await postToken(provider, { grant_type: 'authorization_code', code: unused, redirect_uri: redirectUri }, as('any'))).body,
  )
  await assertUseless(
    (await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }, as('any'))).body,
  )
  const onward = { grant_type: exchangeGrant, subject_token: String(body['access_token']), subject_token_type: types.accessToken }
  for (const clientId of ['any', 'manager']) await assertUseless((await postToken(provider, onward, as(clientId))).body)
})

test('an application that is registered for it gets tokens for the API, refreshed ones too', async () => {
  const { tokens, userAgent } = await signedIn(provider)
  const body = await tokens('manager', { scope })
  assert.equal(await apply(body['access_token']), 200)
  const refreshed = await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }, as('manager'))
  assert.equal(await apply(refreshed.body['access_token']), 200)
  assert.ok(String(refreshed.body['scope']).includes(apiScope))
  const plain = await userAgent.get(authorizationUrl(provider, { client_id: 'manager', scope: 'openid' }))
  const { body: withoutScope } = await postToken(
    provider,
    { grant_type: 'authorization_code', code: plain.redirectedTo?.searchParams.get('code') ?? '', redirect_uri: redirectUri },
    as('manager'),
  )
  assert.equal(await apply(withoutScope['access_token']), 403, 'it has to ask')
})

test('service users get them by secret, by key, and by personal access token', async () => {
  assert.equal(await apply(ownerToken), 200)
  const bySecret = await postToken(provider, { grant_type: 'client_credentials', scope: `openid ${apiScope}` }, as('robot'))
  assert.equal(await apply(bySecret.body['access_token']), 200)
  const assertion = await signJws(
    { alg: 'ES256', kid: machineKey.id },
    assertionClaims(provider, { iss: 'robot', sub: 'robot' }),
    machineKey.privateKey,
  )
  const byKey = await postToken(provider, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
    scope: `openid ${apiScope}`,
  })
  assert.equal(await apply(byKey.body['access_token']), 200)
})
