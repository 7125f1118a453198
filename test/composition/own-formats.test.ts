// Response modes and a format of introspection answers as a third party writes them: signed authorization responses and signed introspection, which
// oauth4webapi reads. https://openid.net/specs/oauth-v2-jarm.html, https://www.rfc-editor.org/rfc/rfc9701
import { define, introspection, signJwt } from '@symbolon/core-protocol'
import type { AnyIntrospectionFormat, AnyPart, AnyResponseMode } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { implicit } from '@symbolon/grants-implicit'
import { CompositionError } from '@symbolon/server'
import { alice, clientSecret, signIn } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertError } from '../support/authorization-answer.ts'
import { authorizationUrl, authorize, codeOf, redeem } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { wholeDocument } from '../support/whole-provider.ts'

declare module '@symbolon/core-protocol' {
  interface ProviderMetadata {
    readonly authorization_signing_alg_values_supported?: readonly string[]
    readonly introspection_signing_alg_values_supported?: readonly string[]
  }
}

const jwtResponses: AnyResponseMode = define({
  kind: 'response_mode',
  name: 'signed authorization responses',
  stores: [],
  metadata: { authorization_signing_alg_values_supported: ['ES256'] },
  modes: {
    'query.jwt': 'query',
    'fragment.jwt': 'fragment',
    'form_post.jwt': 'form_post',
    jwt: { query: 'query.jwt', fragment: 'fragment.jwt' },
  },
  async encode({ clientId, parameters }, { keys, now }) {
    const claims = { ...parameters, aud: clientId, exp: Math.floor(now() / 1000) + 60 }
    return { response: await signJwt('JWT', claims, await keys.signingKey('ES256')) }
  },
})

const mediaType = 'application/token-introspection+jwt'
const jwtIntrospection: AnyIntrospectionFormat = define({
  kind: 'introspection_format',
  name: 'signed introspection',
  stores: [],
  metadata: { introspection_signing_alg_values_supported: ['ES256'] },
  mediaType,
  encode: async ({ claims, caller }, { issuer, keys, now }) =>
    await signJwt(
      'token-introspection+jwt',
      { iss: issuer, aud: caller.clientId, iat: Math.floor(now() / 1000), token_introspection: claims },
      await keys.signingKey('ES256'),
    ),
})

const grants = [authorizationCode(), implicit()]
const start = async (parts: readonly AnyPart[]): Promise<TestProvider> =>
  await startTestProvider({ document: wholeDocument(), grants, endpoints: [introspection], parts })

let provider: TestProvider
before(async () => void (provider = await start([jwtResponses, jwtIntrospection])))
after(async () => await provider.close())

async function serverOf(of: TestProvider): Promise<oauth.AuthorizationServer> {
  const response = await of.fetch(new Request(`${of.issuer}/.well-known/openid-configuration`))
  return (await response.json()) as oauth.AuthorizationServer
}
const fetching = () => ({ [oauth.customFetch]: async (url: string, init: object) => await provider.fetch(new Request(url, init)) })
const skewed = () => ({ [oauth.clockSkew]: Math.round((provider.clock.now() - Date.now()) / 1000) })

describe('a response mode of a part', () => {
  test('is read by a foreign client, whose code is redeemed', async () => {
    const server = await serverOf(provider)
    for (const mode of ['jwt', 'query.jwt']) {
      const page = await authorize(provider, { response_mode: mode })
      assert.ok(page.redirectedTo !== undefined)
      assert.deepEqual([...page.redirectedTo.searchParams.keys()], ['response'])
      const client = { client_id: 'basic', authorization_signed_response_alg: 'ES256', ...skewed() }
      const parameters = await oauth.validateJwtAuthResponse(server, client, page.redirectedTo, 'the-state', fetching())
      assert.equal((await redeem(provider, parameters.get('code') ?? '')).status, 200)
    }
  })

  test('carries errors, and what is not carried in a query goes into the fragment or a form', async () => {
    const responseOf = (text: string): unknown => decodeJwt(new URLSearchParams(text).get('response') ?? '')
    const error = await provider.newUserAgent().get(authorizationUrl(provider, { response_mode: 'jwt', prompt: 'none' }))
    const { error_description: _, exp: __, ...claims } = responseOf(error.redirectedTo?.search ?? '') as Record<string, unknown>
    assert.deepEqual(claims, { error: 'login_required', state: 'the-state', iss: provider.issuer, aud: 'basic' })
    const tokens = { client_id: 'all', response_type: 'id_token token', nonce: 'n' }
    const inFragment = await authorize(provider, { ...tokens, response_mode: 'jwt' })
    assert.ok('access_token' in (responseOf(inFragment.redirectedTo?.hash.slice(1) ?? '') as object))
    const form = (await authorize(provider, { ...tokens, response_mode: 'form_post.jwt' })).forms[0]
    assert.deepEqual(Object.keys(form?.fields ?? {}), ['response'])
  })

  test('that is carried by a query carries no tokens', async () => {
    const fields = { client_id: 'all', response_type: 'id_token token', nonce: 'n', response_mode: 'query.jwt' }
    assertError(await provider.newUserAgent().get(authorizationUrl(provider, fields)), 'invalid_request', { mode: 'fragment' })
  })

  test('is listed in discovery with the modes of core; without the part it is not, and is refused', async () => {
    const modes = ['query', 'fragment', 'form_post']
    const server = await serverOf(provider)
    assert.deepEqual(server.response_modes_supported, [...modes, 'query.jwt', 'fragment.jwt', 'form_post.jwt', 'jwt'])
    assert.deepEqual(server['authorization_signing_alg_values_supported'], ['ES256'])
    const without = await start([])
    assert.deepEqual((await serverOf(without)).response_modes_supported, modes)
    assertError(await without.newUserAgent().get(authorizationUrl(without, { response_mode: 'jwt' })), 'invalid_request')
    await without.close()
  })

  test('that is not composed any more when the user is ready answers nothing in another mode', async () => {
    const storage = provider.storage.stores.authorizationRequests
    assert.ok(storage !== undefined)
    const agent = provider.newUserAgent()
    const page = await agent.get(authorizationUrl(provider, { response_mode: 'jwt' }))
    const id = page.url.searchParams.get('request') ?? ''
    const pending = await storage.take(id, provider.clock.now())
    assert.ok(pending !== undefined && 'responseMode' in pending.request)
    assert.equal(pending.request.responseMode, 'query.jwt', 'the mode that the name stands for')
    const request = { ...pending.request, responseMode: 'gone.jwt' }
    await storage.insert({ ...pending, request }, { source: 'test', limit: 1_000_000 })
    const done = await signIn(agent, page, alice)
    assert.deepEqual([done.redirectedTo, done.status], [undefined, 400])
    assert.match(done.text, /response_mode is not supported/)
  })

  test('has a name that no other part and no mode of core has', async () => {
    for (const parts of [
      [jwtResponses, { ...jwtResponses }],
      [{ ...jwtResponses, modes: { query: 'fragment' as const } }],
      [jwtIntrospection, { ...jwtIntrospection }],
    ])
      await assert.rejects(start(parts), (error) => error instanceof CompositionError && error.code === 'duplicate_part')
  })
})

describe('a format of introspection answers', () => {
  const introspect = async (token: string, accept?: string): Promise<{ readonly type: string | null; readonly text: string }> => {
    const headers = { authorization: `Basic ${btoa(`api:${clientSecret}`)}`, ...(accept === undefined ? {} : { accept }) }
    const response = await provider.fetch(
      new Request(`${provider.issuer}/oauth/v2/introspect`, { method: 'POST', headers, body: new URLSearchParams({ token }) }),
    )
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    return { type: response.headers.get('content-type'), text: await response.text() }
  }
  const accessToken = async (): Promise<string> => String((await redeem(provider, codeOf(await authorize(provider)))).body['access_token'])

  test('is read by a foreign resource server, for active and inactive tokens', async () => {
    const server = await serverOf(provider)
    const client = { client_id: 'api', introspection_signed_response_alg: 'ES256', ...skewed() }
    const secret = oauth.ClientSecretBasic(clientSecret)
    for (const [token, active] of [
      [await accessToken(), true],
      ['unknown', false],
    ] as const) {
      const asked = await oauth.introspectionRequest(server, client, secret, token, { requestJwtResponse: true, ...fetching() })
      assert.equal(asked.headers.get('content-type'), mediaType)
      const answer = await oauth.processIntrospectionResponse(server, client, asked)
      await oauth.validateApplicationLevelSignature(server, asked, fetching())
      assert.equal(answer.active, active)
      assert.equal(answer.sub, active ? alice.id : undefined)
    }
  })

  test('is chosen by the header Accept, and JSON is the default', async () => {
    const token = await accessToken()
    const chosen: readonly (readonly [string | undefined, boolean])[] = [
      [undefined, false],
      ['*/*', false],
      ['application/json', false],
      [mediaType, true],
      [`${mediaType.toUpperCase()} ; q=0.5`, true],
      [`application/json;q=0.9, ${mediaType}`, true],
      [`application/json, ${mediaType};q=0.1`, false],
      [`${mediaType};q=0`, false],
      [`${mediaType};q=2`, false],
      [`${mediaType}, ${'x'.repeat(2000)}`, false],
      ['application/jwt', false],
      [',;,', false],
    ]
    for (const [accept, isSigned] of chosen) {
      const { type, text } = await introspect(token, accept)
      assert.equal(type, isSigned ? mediaType : 'application/json', accept)
      const claims = (isSigned ? decodeJwt(text)['token_introspection'] : JSON.parse(text)) as Record<string, unknown>
      assert.deepEqual([claims['active'], claims['sub']], [true, alice.id])
    }
  })
})
