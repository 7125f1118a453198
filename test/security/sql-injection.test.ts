// SQL in every parameter of every endpoint: it is compared as the text that it is, finds nothing, fails nowhere and changes nothing.
import { clientAssertionType } from '@symbolon/core-protocol'
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import { base64url } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, basicHeader } from '../support/code-flow.ts'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import type { TestProvider } from '../support/provider.ts'
import { sqlInjections } from '../support/sql-injections.ts'
import { ownerToken, robotSecret, startWholeProvider } from '../support/whole-provider.ts'

type Fields = Readonly<Record<string, string>>

interface Place {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly parameters: Fields
  readonly headers?: Fields
  /** Which of the parameters and headers are tried; by default all parameters. */
  readonly tried?: readonly string[]
}

const authorization: Fields = {
  client_id: 'all',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid',
  state: 's',
  nonce: 'n',
  prompt: 'none',
  max_age: '1',
  display: 'page',
  login_hint: 'alice',
  ui_locales: 'en',
  acr_values: '1',
  claims: '{}',
  code_challenge: 'x',
  code_challenge_method: 'S256',
  response_mode: 'query',
  id_token_hint: 'x',
  request: 'x',
  request_uri: 'x',
}
const asClient: Fields = { client_id: 'post', client_secret: clientSecret }
const basic: Fields = { authorization: basicHeader('all', clientSecret) }
const assertionOf = (text: string): string => `e30.${base64url.encode(JSON.stringify({ iss: text, sub: text, jti: text }))}.AAAA`

const places: readonly Place[] = [
  { name: 'authorize', method: 'GET', path: '/oauth/v2/authorize', parameters: authorization },
  {
    name: 'authorize, after the scope',
    method: 'GET',
    path: '/oauth/v2/authorize',
    parameters: {
      client_id: 'all',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid urn:symbolon:iam:org:id:',
      claims: '{}',
      prompt: 'none',
    },
    tried: ['scope', 'claims'],
  },
  { name: 'resume', method: 'GET', path: '/oauth/v2/authorize/resume', parameters: { request: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  {
    name: 'code grant',
    method: 'POST',
    path: '/oauth/v2/token',
    parameters: {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
      ...asClient,
      client_assertion_type: clientAssertionType,
    },
  },
  {
    name: 'refresh grant',
    method: 'POST',
    path: '/oauth/v2/token',
    parameters: {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      scope: 'openid',
    },
    headers: basic,
  },
  {
    name: 'client credentials',
    method: 'POST',
    path: '/oauth/v2/token',
    parameters: {
      grant_type: 'client_credentials',
      client_id: 'robot',
      client_secret: robotSecret,
      scope: 'openid',
    },
    tried: ['client_id', 'client_secret', 'scope'],
  },
  {
    name: 'JWT profile',
    method: 'POST',
    path: '/oauth/v2/token',
    parameters: {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'x',
      scope: 'openid',
    },
  },
  {
    name: 'client assertion',
    method: 'POST',
    path: '/oauth/v2/token',
    parameters: {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: redirectUri,
      client_assertion_type: clientAssertionType,
      client_assertion: 'x',
    },
    tried: ['client_assertion'],
  },
  { name: 'introspection', method: 'POST', path: '/oauth/v2/introspect', parameters: { token: 'x', token_type_hint: 'x' }, headers: basic },
  { name: 'revocation', method: 'POST', path: '/oauth/v2/revoke', parameters: { token: 'x', token_type_hint: 'x' }, headers: basic },
  { name: 'userinfo', method: 'POST', path: '/oidc/v1/userinfo', parameters: { access_token: 'x' } },
  {
    name: 'end session',
    method: 'GET',
    path: '/oidc/v1/end_session',
    parameters: {
      id_token_hint: 'x',
      client_id: 'all',
      post_logout_redirect_uri: 'https://app.example/signed-out',
      state: 's',
      ui_locales: 'en',
    },
  },
  {
    name: 'events',
    method: 'GET',
    path: '/admin/v1/events',
    parameters: { before: 'x', limit: '2' },
    headers: { authorization: `Bearer ${ownerToken}` },
  },
  {
    name: 'headers',
    method: 'POST',
    path: '/oauth/v2/token',
    parameters: { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri },
    headers: {
      authorization: '',
      origin: 'https://app.example',
      cookie: '',
      'accept-language': 'en',
    },
    tried: ['authorization', 'origin', 'cookie', 'accept-language'],
  },
  {
    name: 'headers of a page',
    method: 'GET',
    path: '/oauth/v2/authorize',
    parameters: {
      client_id: 'all',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
    },
    headers: { cookie: '', origin: 'x' },
    tried: ['cookie', 'origin'],
  },
  { name: 'bearer', method: 'GET', path: '/oidc/v1/userinfo', parameters: {}, headers: { authorization: '' }, tried: ['authorization'] },
]

describe('SQL in requests', () => {
  let file: DatabaseFile
  let provider: TestProvider
  before(async () => {
    file = await databaseFile()
    provider = await startWholeProvider({ storage: file.storage })
  })
  after(async () => {
    await provider.close()
    file.dispose()
  })

  /** The state that refused requests must not change. */
  function stable(): unknown {
    const changing = ['audit_events', 'authorization_requests', 'sessions', 'authorization_codes', 'sign_in_attempts']
    return { schema: file.schema(), tables: Object.entries(file.tables()).filter(([name]) => !changing.includes(name)) }
  }

  async function answer(place: Place, parameters: Fields, headers: Fields): Promise<{ response: Response; text: string }> {
    const encoded = new URLSearchParams(parameters).toString()
    const post = place.method === 'POST'
    const response = await provider.fetch(
      new Request(`${provider.issuer}${place.path}${post || encoded === '' ? '' : `?${encoded}`}`, {
        method: place.method,
        headers: { ...headers, ...(post ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
        ...(post ? { body: encoded } : {}),
      }),
    )
    return { response, text: await response.text() }
  }

  /** The place with the text in one of its parameters or headers, in the form in which it is read there. */
  function poisoned(place: Place, name: string, text: string): readonly [parameters: Fields, headers: Fields] {
    const headers = place.headers ?? {}
    const ascii = encodeURIComponent(text)
    if (name === 'authorization')
      return [place.parameters, { ...headers, authorization: place.name === 'bearer' ? `Bearer ${ascii}` : basicHeader(text, text) }]
    if (name === 'cookie')
      return [place.parameters, { ...headers, cookie: `__Host-symbolon-session=${text.replace(/[^\x20-\x7e]|;/g, '')}` }]
    if (name in headers) return [place.parameters, { ...headers, [name]: text.replace(/[^\x20-\x7e]/g, '') }]
    const value =
      name === 'client_assertion' || name === 'assertion'
        ? assertionOf(text)
        : name === 'claims'
          ? JSON.stringify({ id_token: { sub: { value: text } } })
          : name === 'scope'
            ? `openid ${place.parameters['scope']?.split(' ')[1] ?? ''}${text}`
            : text
    return [{ ...place.parameters, [name]: value }, headers]
  }

  test('DB-01 the corpus has more than a hundred texts', () => {
    assert.ok(new Set(sqlInjections).size >= 100)
  })

  for (const place of places) {
    test(`DB-01 ${place.name}: no parameter is more than text`, async () => {
      const before = stable()
      const from = provider.logged.length
      for (const name of place.tried ?? Object.keys(place.parameters)) {
        for (const text of sqlInjections) {
          const { response, text: body } = await answer(place, ...poisoned(place, name, text))
          const where = `${place.name} ${name} ${text}: ${response.status} ${body.slice(0, 200)}`
          assert.ok(response.status < 500, where)
          assert.doesNotMatch(body, /"access_token"|"id_token"|"active":true|"sub":"|argon2/, where)
          const location = response.headers.get('location') ?? ''
          assert.doesNotMatch(location, /[?&#](code|access_token|id_token)=/, where)
        }
      }
      assert.deepEqual(
        provider.logged.slice(from).filter(({ level }) => level === 'error'),
        [],
      )
      assert.deepEqual(stable(), before)
    })
  }

  test('DB-01 a login name and a password are no more than text', async () => {
    const before = stable()
    const userAgent = provider.newUserAgent()
    const start = await userAgent.get(authorizationUrl(provider))
    for (const text of sqlInjections) {
      const asked = await userAgent.submit(start, { loginName: text })
      assert.equal(asked.status, 200, text)
      assert.ok('password' in (asked.forms[0]?.fields ?? {}), text)
    }
    // Each costs a hash.
    for (const text of sqlInjections.filter((_, index) => index % 5 === 0)) {
      const asked = await userAgent.submit(start, { loginName: text })
      const refused = await userAgent.submit(asked, { password: text })
      assert.equal(refused.status, 200, text)
      assert.equal(refused.redirectedTo, undefined, text)
    }
    for (const text of sqlInjections.slice(0, 4)) {
      const asked = await userAgent.submit(start, { loginName: alice.loginName })
      assert.equal((await userAgent.submit(asked, { password: text })).redirectedTo, undefined, text)
    }
    assert.deepEqual(stable(), before)
  })

  test('DB-01 every endpoint that takes parameters is among the places', async () => {
    const metadata = (await (await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))).json()) as Record<
      string,
      unknown
    >
    const endpoints = Object.entries(metadata)
      .filter(([name]) => name.endsWith('_endpoint'))
      .map(([, url]) => String(url).slice(provider.issuer.length))
    assert.deepEqual(
      endpoints.filter((path) => !places.some((place) => place.path === path)),
      [],
    )
    const grants = metadata['grant_types_supported'] as readonly string[]
    const tried = new Set(places.map(({ parameters }) => parameters['grant_type']))
    assert.deepEqual(
      grants.filter((grant) => grant !== 'implicit' && !tried.has(grant)),
      [],
    )
  })
})
