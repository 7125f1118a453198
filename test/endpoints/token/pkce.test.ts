// Proof Key for Code Exchange, from the authorization request to the token request. https://www.rfc-editor.org/rfc/rfc7636
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl, basicHeader, redeem } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, codeVerifier, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'

let provider: TestProvider
let alice: SignedIn
before(async () => {
  provider = await startTestProvider()
  alice = await signedIn(provider)
})
after(async () => await provider.close())

/** The error that the client gets at its redirect URI. */
async function refusal(fields: Readonly<Record<string, string | undefined>>): Promise<string | null | undefined> {
  const page = await alice.userAgent.get(authorizationUrl(provider, fields))
  assert.equal(page.redirectedTo?.searchParams.has('code'), false)
  return page.redirectedTo?.searchParams.get('error')
}

/** Redeems as the client `public`, which only names itself. */
async function redeemPublic(code: string, fields: Fields): ReturnType<typeof redeem> {
  return await redeem(provider, code, { client_id: 'public', ...fields }, {})
}

test('a public client that sends a challenge gets tokens for the verifier', async () => {
  for (const verifier of ['a'.repeat(43), `${'Z9-._~'.repeat(21)}12`, `${crypto.randomUUID()}~${crypto.randomUUID()}`]) {
    const { challenge } = await codeVerifier(verifier)
    const { status, body } = await redeemPublic(await alice.code({ client_id: 'public', ...challenge }), { code_verifier: verifier })
    assert.equal(status, 200, JSON.stringify(body))
  }
})

test('a public client may put nothing but its client_id into the body', async () => {
  const { challenge, verifier } = await codeVerifier()
  const code = await alice.code({ client_id: 'public', ...challenge })
  assertError(await redeem(provider, code, { code_verifier: verifier }, {}), 401, 'invalid_client')
  assertError(await redeemPublic(code, { code_verifier: verifier, client_secret: 'x' }), 401, 'invalid_client')
  assert.equal((await redeemPublic(code, { code_verifier: verifier })).status, 200)
})

test('PK-01 the method plain is refused', async () => {
  const { verifier } = await codeVerifier()
  assert.equal(
    await refusal({ client_id: 'public', code_challenge: verifier.slice(0, 43), code_challenge_method: 'plain' }),
    'invalid_request',
  )
})

test('PK-02 a challenge without a method is refused: the default of the RFC is plain', async () => {
  const { challenge } = await codeVerifier()
  assert.equal(await refusal({ client_id: 'public', code_challenge: challenge.code_challenge }), 'invalid_request')
  assert.equal(await refusal({ code_challenge: challenge.code_challenge }), 'invalid_request')
})

test('PK-03 the method has one spelling', async () => {
  const { challenge } = await codeVerifier()
  for (const method of ['s256', 'S256 ', ' S256', 'SHA256', 'S512', '']) {
    assert.equal(await refusal({ client_id: 'public', ...challenge, code_challenge_method: method }), 'invalid_request', method)
  }
})

test('PK-04 a public client without a challenge is refused', async () => {
  assert.equal(await refusal({ client_id: 'public' }), 'invalid_request')
  assert.equal(await refusal({ client_id: 'public', code_challenge_method: 'S256' }), 'invalid_request')
})

test('PK-05 a challenge that was sent must be answered', async () => {
  const { challenge } = await codeVerifier()
  assertError(await redeemPublic(await alice.code({ client_id: 'public', ...challenge }), {}), 400, 'invalid_grant')
})

test('PK-06 a verifier without a challenge is refused: an attacker removed the challenge from the request', async () => {
  const { verifier } = await codeVerifier()
  assertError(await redeem(provider, await alice.code(), { code_verifier: verifier }), 400, 'invalid_grant')
})

test('PK-07 an empty challenge counts as missing, which a public client needs, and an empty verifier matches none', async () => {
  assert.equal(await refusal({ code_challenge: '', code_challenge_method: 'S256' }), 'invalid_request')
  assert.equal(await refusal({ client_id: 'public', code_challenge: '', code_challenge_method: '' }), 'invalid_request')
  assert.equal(await refusal({ client_id: 'public', code_challenge: '', code_challenge_method: 'S256' }), 'invalid_request')
  const { challenge } = await codeVerifier()
  assertError(await redeem(provider, await alice.code(challenge), { code_verifier: '' }), 400, 'invalid_grant')
  // "Parameters sent without a value MUST be treated as if they were omitted": https://www.rfc-editor.org/rfc/rfc6749#section-3.2
  assert.equal((await redeem(provider, await alice.code(), { code_verifier: '' })).status, 200)
})

test('PK-08 challenge and verifier keep to their length and alphabet', async () => {
  for (const challenge of [
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}+`,
    `${'a'.repeat(42)}=`,
    `${'a'.repeat(42)}ä`,
    'a'.repeat(9000),
  ]) {
    assert.equal(await refusal({ code_challenge: challenge, code_challenge_method: 'S256' }), 'invalid_request', challenge.slice(0, 50))
  }
  for (const verifier of [
    'a'.repeat(42),
    'a'.repeat(129),
    `${'a'.repeat(42)}+`,
    `${'a'.repeat(42)}%`,
    `${'a'.repeat(42)}ä`,
    `${'a'.repeat(43)}\n`,
  ]) {
    // The challenge matches: only the form of the verifier is wrong.
    const code = await alice.code({ client_id: 'public', ...(await codeVerifier(verifier)).challenge })
    assertError(await redeemPublic(code, { code_verifier: verifier }), 400, 'invalid_request')
  }
})

test('PK-09 a wrong verifier burns the code: the right one comes too late', async () => {
  const { challenge, verifier } = await codeVerifier()
  const code = await alice.code({ client_id: 'public', ...challenge })
  assertError(await redeemPublic(code, { code_verifier: verifier.toUpperCase() }), 400, 'invalid_grant')
  assertError(await redeemPublic(code, { code_verifier: verifier }), 400, 'invalid_grant')
})

test('PK-10 the verifier of another flow of the same user does not fit', async () => {
  const [one, other] = [await codeVerifier(), await codeVerifier()]
  const [first, second] = [
    await alice.code({ client_id: 'public', ...one.challenge }),
    await alice.code({ client_id: 'public', ...other.challenge }),
  ]
  assertError(await redeemPublic(first, { code_verifier: other.verifier }), 400, 'invalid_grant')
  assertError(await redeemPublic(second, { code_verifier: one.verifier }), 400, 'invalid_grant')
})

test('PK-11 a client that authenticates must answer the challenge that it sent', async () => {
  const { challenge, verifier } = await codeVerifier()
  assertError(await redeem(provider, await alice.code(challenge)), 400, 'invalid_grant')
  const authorization = basicHeader('basic', clientSecret)
  assert.equal((await redeem(provider, await alice.code(challenge), { code_verifier: verifier }, { authorization })).status, 200)
})

test('PK-12 discovery lists S256 alone', async () => {
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const { code_challenge_methods_supported: methods } = (await response.json()) as Record<string, unknown>
  assert.deepEqual(methods, ['S256'])
})
