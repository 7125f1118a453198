// Requests that name whom they mean: id_token_hint, login_hint, and the sub of the claims parameter.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest, #IndividualClaimsRequests
import { alice, bob, signIn } from '@symbolon/test-kit'
import { decodeJwt, SignJWT } from 'jose'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf, assertDisplayed, assertError, pageKind } from '../../support/authorization-answer.ts'
import { browserOf, idTokenOf } from '../../support/browser-sessions.ts'
import { authorizationUrl, authorize, codeOf, redeem } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())
const url = (fields: Readonly<Record<string, string | undefined>> = {}): string => authorizationUrl(provider, fields)
const subject = (value: unknown): string => JSON.stringify({ id_token: { sub: { value } } })

const hintOfAlice = (await idTokenOf(provider, await authorize(provider))).text

/** The token with another header or payload and the old signature. */
function tampered(token: string, part: 0 | 1, change: object): string {
  const parts = token.split('.')
  parts[part] = Buffer.from(
    JSON.stringify({
      ...JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString()),
      ...change,
    }),
  ).toString('base64url')
  return parts.join('.')
}

test("id_token_hint of the session's user: prompt=none succeeds with the same sub and auth_time", async () => {
  const userAgent = await browserOf(provider, bob, alice)
  const page = await userAgent.get(url({ prompt: 'none', id_token_hint: hintOfAlice }))
  assert.equal((await idTokenOf(provider, page)).sub, alice.id, 'among several sessions the hinted one')
})

test('AZ-17 an expired ID token is still a hint', async () => {
  const userAgent = await browserOf(provider, alice)
  const { text } = await idTokenOf(provider, await userAgent.get(url()))
  provider.clock.advance(100_000)
  assert.ok(codeOf(await userAgent.get(url({ prompt: 'none', id_token_hint: text }))) !== '')
})

test('AZ-17 only an ID token that we signed for this client is a hint', async () => {
  const userAgent = await browserOf(provider, alice)
  const jwtAccessToken = (
    await redeem(
      provider,
      codeOf(await authorize(provider, { client_id: 'jwt' })),
      {},
      {
        authorization: `Basic ${btoa('jwt:a-client-secret-of-at-least-32-characters')}`,
      },
    )
  ).body
  assert.match(String(jwtAccessToken['access_token']), /^eyJ/)
  const [header = '', payload = '', signature = ''] = hintOfAlice.split('.')
  const secret = new TextEncoder().encode('a-client-secret-of-at-least-32-characters')
  const forged: Readonly<Record<string, string>> = {
    'no token': 'x',
    'alg none': `${tampered(hintOfAlice, 0, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
    'another subject': tampered(hintOfAlice, 1, { sub: bob.id }),
    'another issuer': tampered(hintOfAlice, 1, { iss: 'https://evil.example' }),
    'a signature that is cut': `${header}.${payload}.${signature.slice(0, -4)}`,
    "the client's own, with its secret": await new SignJWT({ sub: alice.id })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(provider.issuer)
      .setAudience('basic')
      .sign(secret),
    'an access token': String(jwtAccessToken['access_token']),
    "another client's": String(jwtAccessToken['id_token']),
    'an encrypted one': 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d',
    'a huge one': `${hintOfAlice}${'x'.repeat(17_000)}`,
  }
  for (const [title, hint] of Object.entries(forged)) {
    for (const prompt of [undefined, 'none']) {
      const page = await userAgent.get(url({ id_token_hint: hint, prompt }))
      assert.equal(answerOf(page).parameters['error'], 'invalid_request', title)
      assertError(page, 'invalid_request')
    }
  }
})

test("AZ-18 a hint for another user than the session's is login_required with prompt=none", async () => {
  const userAgent = await browserOf(provider, bob)
  assertError(await userAgent.get(url({ prompt: 'none', id_token_hint: hintOfAlice })), 'login_required')
  assertError(await userAgent.get(url({ prompt: 'none', claims: subject(alice.id) })), 'login_required')
  assertError(await provider.newUserAgent().get(url({ prompt: 'none', id_token_hint: hintOfAlice })), 'login_required')
})

test('AZ-18 the page for a hinted user does not show the hint, and takes no other user', async () => {
  const userAgent = await browserOf(provider, bob)
  const page = await userAgent.get(url({ id_token_hint: hintOfAlice }))
  assert.equal(pageKind(page), 'login_name')
  assert.doesNotMatch(page.text, /alice|bob/i)
  assert.equal((await signIn(userAgent, page, bob)).status, 403)
  const again = await userAgent.get(page.url)
  assert.equal((await idTokenOf(provider, await signIn(userAgent, again, alice))).sub, alice.id)
})

test('the sub of the claims parameter names the one user who may answer', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  for (const person of [alice, bob]) {
    assert.equal((await idTokenOf(provider, await userAgent.get(url({ claims: subject(person.id), prompt: 'none' })))).sub, person.id)
  }
  assertError(await userAgent.get(url({ claims: subject('unknown'), prompt: 'none' })), 'login_required')
  assertError(await userAgent.get(url({ claims: subject(bob.id), id_token_hint: hintOfAlice })), 'invalid_request')
  assert.ok(codeOf(await userAgent.get(url({ claims: subject(alice.id), id_token_hint: hintOfAlice }))) !== '')
  for (const value of [null, 1, ['alice'], { alice: true }])
    assertError(await userAgent.get(url({ claims: subject(value) })), 'invalid_request')
})

test('a hinted user has to prove again what prompt=login asks, without typing the name', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  provider.clock.advance(5)
  const page = await userAgent.get(url({ prompt: 'login', id_token_hint: hintOfAlice }))
  assert.equal(pageKind(page), 'password')
  assert.equal((await idTokenOf(provider, await signIn(userAgent, page, alice))).sub, alice.id)
})

test('login_hint without a session fills in the name', async () => {
  for (const hint of [alice.loginName, 'no+body@acme.example']) {
    const page = await provider.newUserAgent().get(url({ login_hint: hint }))
    assert.equal(page.forms[0]?.fields['loginName'], hint)
  }
})

test('login_hint picks the session that it names, by login name, user name or email, in any case', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  for (const hint of ['alice@acme.example', 'ALICE', 'alice@mail.example', ' alice ']) {
    assert.equal((await idTokenOf(provider, await userAgent.get(url({ login_hint: hint })))).sub, alice.id, hint)
  }
  assert.equal((await idTokenOf(provider, await userAgent.get(url({ login_hint: 'bob', prompt: 'none' })))).sub, bob.id)
})

test('login_hint that names no session of the browser leads to the login, with the name filled in', async () => {
  for (const userAgent of [await browserOf(provider, alice), await browserOf(provider, alice, bob)]) {
    const page = await userAgent.get(url({ login_hint: 'carol@acme.example' }))
    assert.equal(pageKind(page), 'login_name')
    assert.equal(page.forms[0]?.fields['loginName'], 'carol@acme.example')
  }
  const one = await browserOf(provider, alice)
  assert.ok(codeOf(await one.get(url({ login_hint: 'carol@acme.example', prompt: 'none' }))) !== '', 'it is a hint, no demand')
})

test('login_hint with prompt=login: the password of the user who is named', async () => {
  const userAgent = await browserOf(provider, alice)
  provider.clock.advance(1)
  assert.equal(pageKind(await userAgent.get(url({ login_hint: 'alice', prompt: 'login' }))), 'password')
})

test('AZ-19 the page for a login_hint is the same for every name, and the name is escaped', async () => {
  const normalised = async (hint: string): Promise<string> => {
    const page = await provider.newUserAgent().get(url({ login_hint: hint }))
    assert.equal(page.forms[0]?.fields['loginName'], hint)
    const { request = '', csrf = '' } = page.forms[0]?.fields ?? {}
    const escaped = hint
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
    return page.text.replaceAll(request, '').replaceAll(csrf, '').replaceAll(escaped, '')
  }
  const expected = await normalised(alice.loginName)
  for (const hint of ['unknown@acme.example', '"><svg/onload=alert(1)>', "' autofocus onfocus=x", '&lt;b&gt;', 'ü😀', 'x'.repeat(320)]) {
    assert.equal(await normalised(hint), expected, hint)
  }
  const split = await provider.newUserAgent().get(url({ login_hint: 'a\r\nSet-Cookie: x=y' }))
  assert.equal(pageKind(split), 'login_name')
  assertError(await provider.newUserAgent().get(url({ login_hint: 'x'.repeat(5 * 1024) })), 'invalid_request')
  assertDisplayed(await provider.newUserAgent().get(`${url()}&login_hint=%ff`), 400, 'invalid_request')
})

test('claims that the parameter asks of userinfo are given there, and not in the ID token', async () => {
  const { status, body } = await redeem(
    provider,
    codeOf(await authorize(provider, { claims: '{"userinfo":{"name":{"essential":true},"__proto__":null,"nonsense":null}}' })),
  )
  assert.equal(status, 200)
  const userinfo = await provider.fetch(
    new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${String(body['access_token'])}` } }),
  )
  assert.deepEqual(await userinfo.json(), { sub: alice.id, name: 'Alice Liddell' })
  assert.equal('name' in decodeJwt(String(body['id_token'])), false)
})
