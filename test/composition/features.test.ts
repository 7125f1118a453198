// A server whose feature is off answers as one without the part: discovery, the token endpoint, everything that can be asked of either.
import { endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { basicHeader } from '../support/code-flow.ts'
import { feature, flaggedGrant, flaggedGrantType } from '../support/features.ts'
import { faultyStorage } from '../support/faulty-storage.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const others = (): readonly AnyGrant[] => [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile()]
const endpoints = [userinfo, introspection, revocation, endSession]
const form = 'application/x-www-form-urlencoded'
const origin = 'https://app.example'

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

function post(body: string, headers: Readonly<Record<string, string>> = {}): Init {
  return { method: 'POST', body, headers: { 'content-type': form, ...headers } }
}

const basic = { authorization: basicHeader('basic', clientSecret) }
const tokenRequests = (grantType: string, asked: string): Readonly<Record<string, Init>> => ({
  'no credentials': post(asked),
  'a public client': post(`${asked}&client_id=public`),
  'a client and its secret': post(asked, basic),
  'a client and a wrong secret': post(asked, { authorization: basicHeader('basic', 'wrong') }),
  'an unknown client': post(asked, { authorization: basicHeader('unknown', 'wrong') }),
  'a secret in the body': post(`${asked}&client_id=post&client_secret=${clientSecret}`),
  'two authentications': post(`${asked}&client_id=basic&client_secret=${clientSecret}`, basic),
  'invalid credentials': post(asked, { authorization: 'Basic !' }),
  'an invalid assertion': post(`${asked}&client_assertion=x&client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer`),
  'parameters of token exchange': post(
    `${asked}&subject_token=x&subject_token_type=urn:ietf:params:oauth:token-type:access_token&scope=flagged`,
    basic,
  ),
  'a repeated grant type': post(`${asked}&${asked}`),
  'a repeated other parameter': post(`${asked}&scope=a&scope=b`),
  'a repeated audience': post(`${asked}&audience=a&audience=b`, basic),
  'another case': post(asked.toUpperCase()),
  'no body': { method: 'POST', headers: { 'content-type': form } },
  JSON: { method: 'POST', body: JSON.stringify({ grant_type: grantType }), headers: { 'content-type': 'application/json' } },
  'the query': { ...post(''), headers: { 'content-type': form, origin } },
  'a browser of an app': post(asked, { origin }),
  'a browser of a stranger': post(asked, { origin: 'https://evil.example' }),
  'a scope that is the part’s': post('grant_type=client_credentials&scope=flagged', basic),
  'a code': post('grant_type=authorization_code&code=x&redirect_uri=x&scope=flagged', basic),
})

const otherRequests: readonly (readonly [string, Init?])[] = [
  ['/.well-known/openid-configuration'],
  ['/.well-known/openid-configuration', { method: 'HEAD' }],
  ['/.well-known/openid-configuration', { headers: { origin } }],
  ['/.well-known/openid-configuration', { method: 'POST' }],
  ['/.well-known/oauth-authorization-server'],
  ['/oauth/v2/token'],
  ['/oauth/v2/token', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }],
  ['/oauth/v2/introspect', post('token=x', basic)],
  ['/oauth/v2/revoke', post('token=x', basic)],
  ['/oauth/v2/authorize?client_id=basic&redirect_uri=https://app.example/cb&response_type=code&scope=openid+flagged&prompt=none&state=s'],
  ['/oauth/v2/authorize?client_id=basic&redirect_uri=https://app.example/cb&response_type=flagged&scope=openid&state=s'],
  ['/oidc/v1/userinfo'],
]

const parts: readonly { readonly grant: AnyGrant; readonly grantType: string }[] = [
  { grant: tokenExchange(), grantType: 'urn:ietf:params:oauth:grant-type:token-exchange' },
  { grant: flaggedGrant, grantType: flaggedGrantType },
]

for (const { grant, grantType } of parts)
  describe(`${grantType}, whose feature is off,`, () => {
    const asked = `grant_type=${encodeURIComponent(grantType)}`
    const requests = tokenRequests(grantType, asked)
    let off: TestProvider
    let without: TestProvider
    let faulty: ReturnType<typeof faultyStorage>

    before(async () => {
      faulty = faultyStorage()
      off = await startTestProvider({ grants: [grant, ...others()], endpoints, storage: faulty.storage })
      without = await startTestProvider({ grants: others(), endpoints })
    })
    after(async () => await Promise.all([off.close(), without.close()]))

    async function bytesOf(provider: TestProvider, path: string, init: Init = {}): Promise<unknown> {
      const response = await provider.fetch(new Request(provider.issuer + path, init))
      return { status: response.status, headers: [...response.headers], body: [...new Uint8Array(await response.arrayBuffer())] }
    }

    async function assertSame(path: string, init?: Init): Promise<void> {
      assert.deepEqual(await bytesOf(off, path, init), await bytesOf(without, path, init))
    }

    for (const [name, init] of Object.entries(requests)) {
      test(`TX-01 cannot be distinguished from one that is not composed, at the token endpoint: ${name}`, async () => {
        await assertSame(name === 'the query' ? `/oauth/v2/token?${asked}` : '/oauth/v2/token', init)
      })
    }

    for (const [path, init] of otherRequests) {
      test(`cannot be distinguished from one that is not composed: ${init?.method ?? 'GET'} ${path}`, async () =>
        await assertSame(path, init))
    }

    test('TX-01 is refused as any unknown grant type is, before the client is looked at and without a word to the database', async () => {
      const { features } = off.storage.stores
      assert.ok(features !== undefined)
      for (const method of ['clients.find', 'users.findActive', 'accessTokens.find', 'features.get'])
        faulty.fail(method, new Error(`${method} was called`))
      try {
        const answers = []
        for (const each of [grantType, 'urn:example:unheard-of']) {
          answers.push(await bytesOf(off, '/oauth/v2/token', post(`grant_type=${each}&client_id=basic&client_secret=${clientSecret}`)))
        }
        assert.deepEqual(answers[0], answers[1])
        assert.match(
          JSON.stringify(new TextDecoder().decode(new Uint8Array((answers[0] as { body: number[] }).body))),
          /unsupported_grant_type/,
        )
      } finally {
        faulty.repair()
      }
    })

    test('is another server as soon as it is on: the comparison can fail', async () => {
      await off.storage.stores.features?.set({ [feature]: true }, 0)
      off.clock.advance(0.5)
      await assert.rejects(assertSame('/.well-known/openid-configuration'))
      await assert.rejects(assertSame('/oauth/v2/token', requests['no credentials']))
      await off.storage.stores.features?.set({ [feature]: false }, 0)
      off.clock.advance(0.5)
      await assertSame('/.well-known/openid-configuration')
      await assertSame('/oauth/v2/token', requests['no credentials'])
    })
  })
