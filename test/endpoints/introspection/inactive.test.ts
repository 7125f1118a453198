// What introspection says of everything else: one answer, whatever the reason. https://www.rfc-editor.org/rfc/rfc7662#section-2.2
import { digest } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { clientSecret, generateClientKey } from '@symbolon/test-kit'
import { base64url, decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { allRefreshing } from '../../support/refreshing.ts'
import { expiredToken, resourceDocument, robotToken } from '../../support/resource-document.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { assertActive, assertInactive, introspect, postForm, revoke } from '../../support/token-endpoints.ts'

type Document = ReturnType<typeof resourceDocument>

let provider: TestProvider
let document: Document
let user: SignedIn
before(async () => {
  document = allRefreshing(resourceDocument(await generateClientKey('api-key', 'ES256')))
  provider = await startTestProvider({ document, grants: [authorizationCode(), refreshToken()] })
  provider.clock.advance(10)
  user = await signedIn(provider)
})
after(async () => await provider.close())

test('IN-02 a token is inactive for whom it is not meant, and for them alone', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const { access_token: token } = await user.tokens(clientId)
    for (const caller of ['far-api', 'elsewhere']) assertInactive(await introspect(provider, token, caller), `${clientId} ${caller}`)
    for (const caller of ['api', 'basic', 'jwt']) assertActive(await introspect(provider, token, caller), `${clientId} ${caller}`)
  }
  for (const clientId of ['elsewhere', 'jwt-elsewhere']) {
    const { access_token: token } = await user.tokens(clientId)
    for (const caller of ['api', 'basic', 'jwt']) assertInactive(await introspect(provider, token, caller), `${clientId} ${caller}`)
    assertActive(await introspect(provider, token, 'far-api'), clientId)
  }
})

test('IN-06 of callers who ask at the same time each gets the answer that is meant for them', async () => {
  const { access_token: token } = await user.tokens()
  const callers = Array.from({ length: 40 }, (_, index) => ['api', 'far-api', 'basic', 'elsewhere'][index % 4] ?? 'api')
  const answers = await Promise.all(callers.map(async (caller) => await introspect(provider, token, caller)))
  for (const [index, caller] of callers.entries()) {
    const answer = answers[index]
    assert.ok(answer !== undefined)
    if (caller === 'far-api' || caller === 'elsewhere') assertInactive(answer, caller)
    else assertActive(answer, caller)
  }
})

test('IN-02 a project that a scope named in the audience may introspect', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const { access_token: token } = await user.tokens(clientId, { scope: 'openid urn:symbolon:iam:org:project:id:other:aud' })
    assertActive(await introspect(provider, token, 'far-api'), clientId)
  }
})

test('IN-03 every value but a valid access token is inactive, and the response does not reveal why', async () => {
  const { access_token: opaque, id_token: idToken, refresh_token: refresh } = await user.tokens('basic', { scope: 'openid offline_access' })
  const { access_token: jwt } = await user.tokens('jwt')
  assert.equal(typeof refresh, 'string')
  const [header = '', payload = '', signature = ''] = String(jwt).split('.')
  const encode = (part: object): string => base64url.encode(JSON.stringify(part))
  const dead: Readonly<Record<string, unknown>> = {
    garbage: 'garbage',
    'one character': 'x',
    spaces: '   ',
    'not ASCII': 'tökén',
    'a NUL': 'a\u0000b',
    'a refresh token': refresh,
    'an ID token': idToken,
    'an authorization code': await user.code(),
    'a client id': 'basic',
    'a client secret': clientSecret,
    'a cookie': user.userAgent.cookies.list()[0]?.value,
    'an opaque token cut short': String(opaque).slice(0, -1),
    'an opaque token made longer': `${String(opaque)}A`,
    'an opaque token without its prefix': String(opaque).replace('symbolon_at_', ''),
    'an opaque token in another case': String(opaque).toUpperCase(),
    'a JWT without signature': `${header}.${payload}.`,
    'a JWT with another payload': `${header}.${encode({ ...decodeJwt(String(jwt)), sub: 'bob' })}.${signature}`,
    'a JWT of alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'two dots': '..',
    'a long text': 'x'.repeat(12_000),
    'a personal access token that has expired': expiredToken,
    'an unknown personal access token': robotToken.replace('robot', 'rabat'),
  }
  for (const [what, token] of Object.entries(dead)) assertInactive(await introspect(provider, token), what)
  for (const hint of ['access_token', 'refresh_token', 'nonsense']) {
    assertInactive(await introspect(provider, refresh, 'api', { token_type_hint: hint }), hint)
    assertActive(await introspect(provider, opaque, 'api', { token_type_hint: hint }), hint)
  }
})

test('IN-03 an expired token is inactive from the second on that it names', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const { access_token: token } = await user.tokens(clientId)
    const {
      body: { exp },
    } = await introspect(provider, token)
    const expiresAt = Number(exp) * 1000
    provider.clock.advance(Math.floor((expiresAt - provider.clock.now()) / 1000) - 1)
    assertActive(await introspect(provider, token), clientId)
    provider.clock.advance(2)
    assertInactive(await introspect(provider, token), clientId)
    user = await signedIn(provider)
  }
})

test('IN-03 a revoked token is inactive at the next call', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const { access_token: token } = await user.tokens(clientId)
    assertActive(await introspect(provider, token))
    await revoke(provider, token, clientId)
    assertInactive(await introspect(provider, token), clientId)
  }
})

test('IN-03 a token whose user, client or project is deactivated is inactive, also after reactivation; a personal access token stays', async () => {
  const tokens = [(await user.tokens('basic'))['access_token'], (await user.tokens('jwt'))['access_token']]
  const [org] = document.orgs ?? []
  assert.ok(org !== undefined)
  const people = (state: 'USER_STATE_ACTIVE' | 'USER_STATE_LOCKED'): Document => ({
    orgs: [
      {
        ...org,
        humanUsers: (org.humanUsers ?? []).map((each) => ({ ...each, state })),
        machineUsers: (org.machineUsers ?? []).map((each) => ({ ...each, state })),
      },
    ],
  })
  assertActive(await introspect(provider, robotToken))
  await provider.apply(people('USER_STATE_LOCKED'))
  for (const token of [...tokens, robotToken]) assertInactive(await introspect(provider, token))
  await provider.apply(people('USER_STATE_ACTIVE'))
  for (const token of tokens) assertInactive(await introspect(provider, token))
  assertActive(await introspect(provider, robotToken))
})

test('a personal access token is inactive when it is switched off, and one of a person never counts', async () => {
  const [org] = document.orgs ?? []
  assert.ok(org !== undefined)
  const tokens = (state: 'STATE_ACTIVE' | 'STATE_INACTIVE'): Document => ({
    orgs: [{ ...org, personalAccessTokens: (org.personalAccessTokens ?? []).map((each) => ({ ...each, state })) }],
  })
  await provider.apply(tokens('STATE_INACTIVE'))
  assertInactive(await introspect(provider, robotToken))
  await provider.apply(tokens('STATE_ACTIVE'))
  assertActive(await introspect(provider, robotToken))

  const personal = 'symbolon_pat_alice-0123456789-0123456789-0123456789'
  // No document can say it. Whatever else writes to the directory, the token opens nothing.
  const ofAlice = { tokenId: 'of-alice', userId: 'alice' }
  const refused = await provider.apply({ orgs: [{ orgId: 'acme', personalAccessTokens: [{ ...ofAlice, token: personal }] }] })
  assert.deepEqual(
    refused.entries.map(({ action }) => action),
    ['refused'],
  )
  const { directory, personalAccessTokens } = provider.storage.stores
  const [robots] = (await directory?.find([{ kind: 'personalAccessToken', key: ['robot-token'] }])) ?? []
  assert.ok(robots !== undefined)
  await directory?.apply(
    {
      put: [{ ...robots, key: ['of-alice'], content: { ...robots.content, ...ofAlice }, secrets: { tokenDigest: digest(personal) } }],
      remove: [],
    },
    provider.clock.now(),
  )
  assert.equal((await personalAccessTokens?.find(digest(personal), provider.clock.now()))?.userId, 'alice')
  assertInactive(await introspect(provider, personal))
})

test('the answer to a form that names no token, or two, is invalid_request', async () => {
  const headers = { authorization: basicHeader('api', clientSecret) }
  for (const body of ['', 'token=', 'token=a&token=a', 'token=a&token=b', `token=${'x'.repeat(17_000)}`]) {
    const { status, body: members } = await postForm(provider, '/oauth/v2/introspect', body, headers)
    assert.equal(status, 400, body.slice(0, 40))
    assert.equal(members['error'], 'invalid_request')
  }
})
