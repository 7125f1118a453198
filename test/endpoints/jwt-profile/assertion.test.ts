// Grant assertions: from the service user, for us alone, just now, once. https://www.rfc-editor.org/rfc/rfc7523#section-3
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { base64url, exportJWK, generateKeyPair, importSPKI } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signJws } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { grantAssertion, grantClaims, requestByAssertion, serviceUserDocument } from '../../support/service-users.ts'
import { assertError } from '../../support/signed-in.ts'

type Members = Readonly<Record<string, unknown>>

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const
let keys: readonly ClientKeyPair[]
let provider: TestProvider
let now: number
before(async () => {
  keys = await Promise.all(algorithms.map(async (algorithm) => await generateClientKey(`key-${algorithm}`, algorithm)))
  provider = await startTestProvider({ grants: [jwtProfile()], document: serviceUserDocument(keys) })
  now = Math.floor(provider.clock.now() / 1000)
})
after(async () => await provider.close())

function keyOf(algorithm: (typeof algorithms)[number]): ClientKeyPair {
  const key = keys.find((each) => each.algorithm === algorithm)
  if (key === undefined) throw new Error(`No key for ${algorithm}`)
  return key
}

async function accepted(assertion: string): Promise<void> {
  const { status, body } = await requestByAssertion(provider, assertion)
  assert.equal(status, 200, JSON.stringify(body))
}

async function refused(assertion: string): Promise<void> {
  const answer = await requestByAssertion(provider, assertion)
  assertError(answer, 400, 'invalid_grant')
  assert.equal(answer.body['error_description'], 'The assertion is not valid.')
}

const accepts = async (claims: Members, header: Members = {}): Promise<void> =>
  await accepted(await grantAssertion(provider, keyOf('ES256'), claims, header))
const refuses = async (claims: Members, header: Members = {}): Promise<void> =>
  await refused(await grantAssertion(provider, keyOf('ES256'), claims, header))

for (const algorithm of algorithms) {
  test(`an assertion signed with ${algorithm} is taken, by the id of its key or without`, async () => {
    await accepted(await grantAssertion(provider, keyOf(algorithm)))
    await accepted(await grantAssertion(provider, keyOf(algorithm), {}, { kid: undefined }))
  })

  test(`JB-03 the key for ${algorithm} is for no other algorithm, for none, and no HMAC secret`, async () => {
    const key = keyOf(algorithm)
    const claims = grantClaims(provider)
    for (const alg of [
      'none',
      'None',
      '',
      null,
      undefined,
      'HS256',
      'PS256',
      'RS256',
      'RS512',
      'ES256',
      'ES384',
      'EdDSA',
      'Ed448',
      '__proto__',
    ]) {
      await refused(await signJws({ alg, kid: key.id }, claims, undefined))
      if (alg !== algorithm) await refused(await signJws({ alg, kid: key.id }, claims, key.privateKey))
    }
    const jwk = await exportJWK(await importSPKI(atob(key.publicKey), algorithm, { extractable: true }))
    const secrets = [atob(key.publicKey), key.publicKey, JSON.stringify(jwk)].map((text) => new TextEncoder().encode(text))
    for (const secret of [...secrets, new Uint8Array(base64url.decode(jwk.n ?? jwk.x ?? ''))]) {
      const hmac = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      for (const alg of ['HS256', algorithm]) await refused(await signJws({ alg, kid: key.id }, claims, hmac))
    }
  })
}

test('JB-03 an Ed25519 key signs under both of its names, and no other key does', async () => {
  await accepted(await grantAssertion(provider, keyOf('EdDSA'), {}, { alg: 'Ed25519' }))
  for (const other of ['RS256', 'ES256'] as const) await refused(await grantAssertion(provider, keyOf(other), {}, { alg: 'Ed25519' }))
})

test('JB-03 each audience is the issuer or an endpoint at which clients authenticate', async () => {
  const { issuer } = provider
  const tokenEndpoint = `${issuer}/oauth/v2/token`
  // openid-client 4 and 5 name both.
  for (const aud of [issuer, tokenEndpoint, [issuer], [tokenEndpoint], [issuer, tokenEndpoint], `${issuer}/oauth/v2/introspect`])
    await accepts({ aud })
  for (const aud of [
    undefined,
    null,
    '',
    [],
    issuer.toUpperCase(),
    `${issuer}/`,
    `${issuer}.evil.example`,
    'https://evil.example',
    `${issuer}/oauth/v2/authorize`,
    [issuer, 'https://evil.example'],
    ['https://evil.example', issuer],
    [issuer, `${issuer}/oauth/v2/token`, 'https://evil.example'],
    [issuer, [issuer]],
    [[issuer]],
    { 0: issuer },
    7,
  ])
    await refuses({ aud })
})

test('JB-03 the times are numbers, near, and in order', async () => {
  const wrong: readonly Members[] = [
    { exp: undefined },
    { exp: null },
    { exp: String(now + 60) },
    { exp: 1e300 },
    { exp: 0 },
    { exp: -1 },
    { exp: now - 10 },
    { exp: now + 3700 },
    { exp: now + 48 * 3600 },
    { exp: [now + 60] },
    { iat: now + 60, exp: now + 120 },
    { iat: now - 3700 },
    { iat: String(now) },
    { iat: null },
    { iat: -1 },
    { nbf: now + 60 },
    { nbf: String(now) },
    { iat: now, exp: now - 5 },
  ]
  for (const claims of wrong) await refuses(claims)
  const right: readonly Members[] = [
    { exp: now - 9, iat: now - 60 },
    { exp: now + 3600 },
    { iat: now + 10 },
    { nbf: now + 10 },
    { iat: now - 3600 },
    { iat: undefined },
    { iat: now - 0.5, exp: now + 60.5 },
  ]
  for (const claims of right) await accepts(claims)
})

test('JB-03 an assertion with an id is good once, of 20 copies at once one is taken', async () => {
  const assertion = await grantAssertion(provider, keyOf('ES256'))
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await requestByAssertion(provider, assertion)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 400)])
  await refused(assertion)
  // The log states what the response does not.
  assert.equal(provider.logged.findLast(({ event }) => event === 'token_refused')?.fields['reason'], 'the assertion was used before')
})

test('JB-03 an assertion without an id may be used again while it lasts', async () => {
  const assertion = await grantAssertion(provider, keyOf('ES256'), { jti: undefined })
  await accepted(assertion)
  await accepted(assertion)
})

test('JB-03 an id is text of bounded length, and a failing assertion uses none up', async () => {
  for (const jti of [7, null, ['a'], {}, 'x'.repeat(257), true]) await refuses({ jti })
  const jti = crypto.randomUUID()
  const stranger = await generateClientKey('key-ES256', 'ES256')
  await refused(await grantAssertion(provider, stranger, { jti }))
  await refuses({ jti, aud: 'https://evil.example' })
  await accepts({ jti })
  await refuses({ jti })
})

test('JB-03 only the types of grant assertions are taken', async () => {
  for (const typ of [undefined, 'JWT', 'jwt', 'authorization-grant+jwt', 'application/authorization-grant+jwt']) await accepts({}, { typ })
  for (const typ of ['client-authentication+jwt', 'at+jwt', 'logout+jwt', 'JOSE', '', 'JWT ', 7, null, ['JWT']]) await refuses({}, { typ })
})

test('JB-03 header members that change the rules, and keys that the header brings, are refused', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  for (const more of [{ jwk }, { jku: 'https://evil.example/keys' }, { x5u: 'https://evil.example/cert' }]) {
    await refused(await signJws({ alg: 'ES256', ...more }, grantClaims(provider), privateKey))
  }
  for (const more of [{ crit: ['exp'] }, { crit: ['b64'], b64: false }, { zip: 'DEF' }]) await refuses({}, more)
  for (const kid of ['unknown', '', "' or 1=1 --", '__proto__', 'key-RS256', 7, null, {}, 'x'.repeat(257), '\u0000'])
    await refuses({}, { kid })
})

test('JB-03 every value but an assertion is invalid_grant, never an error of the server', async () => {
  const assertion = await grantAssertion(provider, keyOf('EdDSA'))
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const claims = JSON.stringify(grantClaims(provider))
  const encode = (text: string): string => base64url.encode(text)
  for (const other of [
    'x',
    '.',
    '..',
    '...',
    'a.b.c',
    'null',
    '{}',
    `${assertion}\n`,
    ` ${assertion}`,
    `${assertion}.`,
    `${header}.${payload}.`,
    `${header}..${signature}`,
    `.${payload}.${signature}`,
    `${header}.${encode('[]')}.${signature}`,
    `${header}.${encode('{')}.${signature}`,
    '.'.repeat(10_000),
    '💥',
    '\u0000',
    `${header}.${encode(`{"iss":"robot\\u0000"}`)}.${signature}`,
    `${header}.${encode(`{"iss":"${'x'.repeat(5000)}"}`)}.${signature}`,
    `${header}.${encode('{"iss":"\\ud800"}')}.${signature}`,
    await signJws({ alg: 'EdDSA' }, `${claims.slice(0, -1)},"sub":"robot"}`, keyOf('EdDSA').privateKey),
    await signJws({ alg: 'EdDSA' }, '[]', keyOf('EdDSA').privateKey),
  ]) {
    await refused(other)
  }
  assertError(await requestByAssertion(provider, 'a'.repeat(17_000)), 400, 'invalid_request')
  await accepted(assertion)
})

test('JB-03 issuer and subject are both the id of the service user', async () => {
  for (const claims of [
    { iss: 'robot-jwt' },
    { sub: 'robot-jwt' },
    { sub: undefined },
    { iss: undefined },
    { sub: ['robot'] },
    { iss: 7 },
    { sub: 'Robot' },
    { iss: 'robbie', sub: 'robbie' },
    { iss: 'robbie@acme.example', sub: 'robbie@acme.example' },
    { iss: 'robot ', sub: 'robot ' },
    { sub: 'alice' },
  ]) {
    await refuses(claims)
  }
})

test('JB-03 the log says what is wrong with an assertion, and names the member that is', async () => {
  for (const [claims, reason] of [
    [{ sub: undefined }, 'sub is missing'],
    [{ sub: ['robot'] }, 'malformed sub'],
    [{ sub: 'alice' }, 'sub must be the client id'],
    [{ iss: undefined }, 'the issuer is not an active service user'],
    [{ aud: 'https://elsewhere.example' }, 'not meant for this provider'],
    [{ exp: undefined }, 'no exp'],
  ] as const) {
    await refuses(claims)
    assert.equal(provider.logged.findLast(({ event }) => event === 'token_refused')?.fields['reason'], reason)
  }
})
