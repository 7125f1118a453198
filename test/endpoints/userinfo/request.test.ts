// How a token is presented at userinfo, and how its refusal reads. https://www.rfc-editor.org/rfc/rfc6750
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Fields, TokenAnswer } from '../../support/code-flow.ts'
import { insertToken, rowOf } from '../../support/opaque-tokens.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
let provider: TestProvider
let alice: SignedIn
let token: string
before(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  alice = await signedIn(provider)
  token = String((await alice.tokens('basic', { scope: 'openid email' }))['access_token'])
})
after(async () => await provider.close())

async function call(method: string, headers: Fields = {}, body?: string, query = ''): Promise<TokenAnswer> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oidc/v1/userinfo${query}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function assertRefused({ status, headers, body }: TokenAnswer, expected: number, error: string | undefined): void {
  assert.equal(status, expected, JSON.stringify(body))
  const challenge = headers.get('www-authenticate') ?? ''
  assert.match(challenge, /^Bearer realm="https:\/\/id\.example"/)
  assert.equal(/error="([^"]*)"/.exec(challenge)?.[1], error)
  assert.match(challenge, /^[\x20-\x7e]+$/)
  assert.equal(headers.get('content-type'), 'application/json')
  assert.equal(headers.get('cache-control'), 'no-store')
  if (error !== undefined) assert.equal(body['error'], error)
}

test('the token comes in the header of a GET or a POST, or in the form of a POST', async () => {
  const bearer = { authorization: `Bearer ${token}` }
  const body = new URLSearchParams({ access_token: token }).toString()
  const answers = [
    await call('GET', bearer),
    await call('POST', bearer),
    await call('POST', { ...bearer, ...form }, ''),
    await call('POST', { ...bearer, 'content-type': 'application/json' }, '{"access_token":"x"}'),
    await call('POST', form, body),
    await call('POST', { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }, body),
    await call('GET', { authorization: `bearer ${token}` }),
    await call('GET', { authorization: `BEARER ${token}` }),
  ]
  for (const { status, body: claims } of answers) {
    assert.equal(status, 200, JSON.stringify(claims))
    assert.deepEqual(claims, { sub: 'alice', email: 'alice@mail.example', email_verified: true })
  }
})

test('without a token the challenge names no error', async () => {
  assertRefused(await call('GET'), 401, undefined)
  assertRefused(await call('POST'), 401, undefined)
  assertRefused(await call('POST', form, ''), 401, undefined)
  assertRefused(await call('POST', { 'content-type': 'application/json' }, JSON.stringify({ access_token: token })), 401, undefined)
})

test('UI-01 a token that is given twice is refused, one in the query is not read', async () => {
  const bearer = { authorization: `Bearer ${token}` }
  assertRefused(await call('POST', { ...bearer, ...form }, `access_token=${token}`), 400, 'invalid_request')
  assertRefused(await call('POST', form, `access_token=${token}&access_token=${token}`), 400, 'invalid_request')
  assertRefused(await call('POST', form, `access_token=${token}&access_token=other`), 400, 'invalid_request')
  assertRefused(await call('GET', {}, undefined, `?access_token=${token}`), 401, undefined)
  assertRefused(await call('POST', form, '', `?access_token=${token}`), 401, undefined)
  assert.equal((await call('GET', bearer, undefined, '?access_token=other')).status, 200)
})

test('UI-02 the header holds the scheme and one token', async () => {
  for (const authorization of [
    `Bearer\t${token}`,
    `Bearer ${token}, ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token},`,
    `Bearer "${token}"`,
    `Bearer token=${token}`,
    `Bearer=${token}`,
    `Bearer:${token}`,
    `Bearer`,
    'Bearer ',
    token,
    `Basic ${btoa(`alice:${token}`)}`,
    `Token ${token}`,
    `DPoP ${token}`,
    `Bearer${token}`,
    `Bearer ${token}==x`,
  ]) {
    const answer = await call('GET', { authorization })
    assert.equal(answer.status, 401, authorization)
    assertRefused(answer, 401, /^bearer( |$)/i.test(authorization) ? 'invalid_token' : undefined)
  }
})

test('UI-03 nothing but an access token is one', async () => {
  const { id_token: idToken } = await alice.tokens('jwt')
  const code = await alice.code()
  const cookies = alice.userAgent.cookies.list().map(({ value }) => value)
  for (const other of [idToken, code, 'alice', ...cookies])
    assertRefused(await call('GET', { authorization: `Bearer ${String(other)}` }), 401, 'invalid_token')
  // An empty parameter counts as missing: the response has no error. https://www.rfc-editor.org/rfc/rfc6750#section-3.1
  assertRefused(await call('POST', form, 'access_token='), 401, undefined)
})

test('UI-03 a token without the scope openid is 403 insufficient_scope, and the challenge names the scope', async () => {
  const now = provider.clock.now()
  const opaque = await insertToken(provider, {
    id: 'authorization.id',
    authorizationId: 'authorization',
    clientId: 'basic',
    subject: 'alice',
    scope: ['email'],
    audience: ['basic'],
    issuedAt: now,
    expiresAt: now + 60_000,
  })
  const answer = await call('GET', { authorization: `Bearer ${opaque}` })
  assertRefused(answer, 403, 'insufficient_scope')
  assert.match(answer.headers.get('www-authenticate') ?? '', /scope="openid"/)
  assert.equal('sub' in answer.body || 'email' in answer.body, false)
})

test('a revoked token is refused, and so is every token of its authorization', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const { access_token: doomed } = await alice.tokens(clientId)
    const row = clientId === 'basic' ? await rowOf(provider, doomed) : undefined
    const id = row?.id ?? JSON.parse(atob(String(doomed).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).jti
    assert.equal((await call('GET', { authorization: `Bearer ${String(doomed)}` })).status, 200)
    await provider.storage.stores.revocations?.add([id], provider.clock.now() + 1000_000)
    assertRefused(await call('GET', { authorization: `Bearer ${String(doomed)}` }), 401, 'invalid_token')
  }
})

test('a token of a service user whose scope holds openid gets the claims of the service user', async () => {
  const [org] = tokenDocument().orgs ?? []
  assert.ok(org !== undefined)
  await provider.apply({ orgs: [{ ...org, machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'A Robot' } }] }] })
  const now = provider.clock.now()
  const opaque = await insertToken(provider, {
    id: 'robot.id',
    authorizationId: 'robot',
    clientId: 'robot',
    subject: 'robot',
    scope: ['openid', 'profile', 'email'],
    audience: [],
    issuedAt: now,
    expiresAt: now + 60_000,
  })
  const { status, body } = await call('GET', { authorization: `Bearer ${opaque}` })
  assert.equal(status, 200)
  assert.deepEqual(body, { sub: 'robot', name: 'A Robot', preferred_username: 'robot@acme.example', updated_at: Math.floor(now / 1000) })
})

test('UI-05 a malformed header or body is refused and never an error of the server', async () => {
  for (const authorization of [
    'Bearer %',
    `Bearer ${'a'.repeat(60_000)}`,
    'Bearer \xe9',
    'Bearer ..',
    'Bearer a.b.c',
    'Bearer eyJ.eyJ.',
    'Bearer =',
    `Bearer ${'.'.repeat(10_000)}`,
  ]) {
    assertRefused(await call('GET', { authorization }), 401, 'invalid_token')
  }
  for (const body of ['access_token=%', 'access_token=%ff', `access_token=${'a'.repeat(70_000)}`])
    assertRefused(await call('POST', form, body), 400, 'invalid_request')
  // A charset says nothing about a form, and an empty parameter is absent.
  for (const [headers, body] of [
    [{ 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' }, `access_token=${token}`],
    [{ ...form, authorization: `Bearer ${token}` }, 'access_token='],
  ] as const)
    assert.equal((await call('POST', headers, body)).status, 200)
})

test('other methods are not answered', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) {
    const { status, headers } = await call(method, { authorization: `Bearer ${token}` })
    assert.equal(status, 405, method)
    assert.equal(headers.get('allow'), 'GET, POST')
  }
})

test('no refusal repeats the token, in the answer or in the log', async () => {
  const secret = 'zmarkz-secret'
  const answer = await call('GET', { authorization: `Bearer ${secret}` })
  assert.doesNotMatch(JSON.stringify([answer.body, [...answer.headers]]), /zmarkz/)
  assert.doesNotMatch(JSON.stringify(provider.logged), /zmarkz/)
  assert.equal(JSON.stringify(provider.logged).includes(token), false)
})
