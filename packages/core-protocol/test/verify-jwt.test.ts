// verifyJwt, the only caller of JWT verification: what jose leaves to options or does not have. https://www.rfc-editor.org/rfc/rfc8725
import { base64url, CompactSign, generateKeyPair } from 'jose'
import type { CompactJWSHeaderParameters, CryptoKey } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidJwt, singleAudience, verifyJwt } from '../src/jwt/verify-jwt.ts'
import type { JwtRules } from '../src/jwt/verify-jwt.ts'

type Members = Readonly<Record<string, unknown>>

const now = 1_800_000_000_000
const seconds = now / 1000
const { publicKey, privateKey } = await generateKeyPair('ES256')
const rules: JwtRules = { types: [undefined, 'jwt'], now, keys: async () => [{ algorithm: 'ES256', key: publicKey }] }

async function sign(payload: Members | string, header: Members = {}, key: CryptoKey = privateKey): Promise<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify({ exp: seconds + 60, ...payload })
  const all: CompactJWSHeaderParameters = { alg: 'ES256', ...header }
  return await new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(all).sign(key)
}

async function refuses(jwt: string, reason: RegExp, more: Partial<JwtRules> = {}): Promise<void> {
  await assert.rejects(verifyJwt(jwt, { ...rules, ...more }), (error) => error instanceof InvalidJwt && reason.test(error.message))
}

test('an honest JWT gives its header and its claims', async () => {
  const { header, payload } = await verifyJwt(await sign({ sub: 'a', exp: seconds + 1 }, { typ: 'JWT', kid: 'k' }), rules)
  assert.deepEqual(header, { alg: 'ES256', typ: 'JWT', kid: 'k' })
  assert.deepEqual(payload, { sub: 'a', exp: seconds + 1 })
})

test('JW-12 exp must be there, be a date, and lie ahead', async () => {
  const exp = async (value: unknown): Promise<string> => await sign({ exp: value })
  await refuses(await sign('{"sub":"a"}'), /no exp/)
  for (const value of ['1', null, 0, -1, 1e300, 253_402_300_800, true, []]) await refuses(await exp(value), /malformed exp/)
  await refuses(await exp(seconds), /expired/)
  await refuses(await exp(seconds - 1), /expired/)
  await assert.doesNotReject(verifyJwt(await exp(seconds + 0.5), rules))
})

test('JW-12 iat and nbf are dates that have come, and in order', async () => {
  for (const name of ['iat', 'nbf']) {
    for (const value of ['1', null, -1, 1e300]) await refuses(await sign({ [name]: value }), new RegExp(`malformed ${name}`))
    await assert.doesNotReject(verifyJwt(await sign({ [name]: seconds }), rules))
  }
  await refuses(await sign({ iat: seconds + 1 }), /in the future/)
  await refuses(await sign({ nbf: seconds + 1 }), /not valid yet/)
  await refuses(await sign({ iat: seconds - 5, exp: seconds - 6 }), /before it was issued/, { expiry: 'ignored' })
})

test('the skew that is forgiven is the one that is given', async () => {
  const skew = { clockSkew: 10 }
  await assert.doesNotReject(verifyJwt(await sign({ exp: seconds - 9 }), { ...rules, ...skew }))
  await refuses(await sign({ exp: seconds - 10 }), /expired/, skew)
  await assert.doesNotReject(verifyJwt(await sign({ iat: seconds + 10, nbf: seconds + 10 }), { ...rules, ...skew }))
  await refuses(await sign({ nbf: seconds + 11 }), /not valid yet/, skew)
})

test('where expiry is ignored exp must still be there', async () => {
  await assert.doesNotReject(verifyJwt(await sign({ exp: 1 }), { ...rules, expiry: 'ignored' }))
  await refuses(await sign('{"sub":"a"}'), /no exp/, { expiry: 'ignored' })
})

test('JW-07 the type must be one that is expected', async () => {
  for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT']) {
    await refuses(await sign({}, { typ }), /unexpected typ/)
    await assert.doesNotReject(verifyJwt(await sign({}, { typ }), { ...rules, types: ['at+jwt'] }))
  }
  await refuses(await sign({}), /unexpected typ/, { types: ['at+jwt'] })
  await refuses(await sign({}, { typ: 7 }), /malformed typ/)
})

test('JW-03 a key is used for its own algorithm, and the keys are asked by id and algorithm', async () => {
  const asked: unknown[] = []
  const keys: JwtRules['keys'] = async (...question) => {
    asked.push(question)
    return [{ algorithm: 'EdDSA', key: publicKey }]
  }
  await refuses(await sign({}, { kid: 'k' }), /no key/, { keys })
  assert.deepEqual(asked, [['k', 'ES256']])
  await refuses(await sign({}), /no key/, { keys: async () => [] })
  const other = await generateKeyPair('ES256')
  await refuses(await sign({}), /no key/, { keys: async () => [{ algorithm: 'ES256', key: other.publicKey }] })
  const both = async (): ReturnType<JwtRules['keys']> => [
    { algorithm: 'ES256', key: other.publicKey },
    { algorithm: 'ES256', key: publicKey },
  ]
  await assert.doesNotReject(verifyJwt(await sign({}), { ...rules, keys: both }))
})

test('JW-06 critical, unencoded and compressed members are refused', async () => {
  const [, payload = '', signature = ''] = (await sign({})).split('.')
  for (const more of [{ crit: ['exp'], exp: 1 }, { crit: [] }, { b64: true }, { b64: false }, { zip: 'DEF' }]) {
    await refuses(`${base64url.encode(JSON.stringify({ alg: 'ES256', ...more }))}.${payload}.${signature}`, /unsupported header member/)
  }
})

test('JW-08 JW-15 repeated members, other JSON and broken signatures are refused', async () => {
  for (const text of ['{"exp":1900000000,"exp":1900000000}', '[]', 'null', '', '\ufeff{"exp":1900000000}'])
    await refuses(await sign(text), /not a JSON object/)
  const jwt = await sign({})
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  await refuses(`${base64url.encode('{"alg":"ES256","alg":"ES256"}')}.${payload}.${signature}`, /not a JSON object/)
  await refuses(`${header}.${payload}.`, /no key/)
  await refuses(`${header}.${payload}.${base64url.encode(new Uint8Array(64))}`, /no key/)
  const utf8 = base64url.encode(new Uint8Array([0x7b, 0xff, 0x7d]))
  await refuses(`${utf8}.${payload}.${signature}`, /not a JSON object/)
})

test('JW-11 JW-14 one text for one token, of bounded size', async () => {
  const jwt = await sign({})
  for (const other of [`${jwt}\n`, `${jwt}=`, ` ${jwt}`, jwt.replace('.', '.\n'), `+${jwt}`]) await refuses(other, /encoding|no key/)
  for (const other of ['', '.', 'a.b', `${jwt}.`, `${jwt}.a.b`, '.'.repeat(16_000)]) await refuses(other, /not a compact JWS|JSON object/)
  await refuses('a'.repeat(16 * 1024 + 1), /too large/)
  const last = jwt.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // 64 bytes leave four bits of the last character unused.
  await refuses(jwt.slice(0, -1) + (alphabet[alphabet.indexOf(last) + 1] ?? ''), /not the canonical encoding/)
})

test('JW-13 an audience is one text, alone or in a list of one', () => {
  assert.equal(singleAudience({ aud: 'a' }), 'a')
  assert.equal(singleAudience({ aud: ['a'] }), 'a')
  for (const aud of [undefined, null, [], ['a', 'b'], ['a', 'a'], [['a']], 7, { a: 1 }]) assert.equal(singleAudience({ aud }), undefined)
})

test('JW-04 an id of a key is text of bounded length', async () => {
  const [, payload = '', signature = ''] = (await sign({})).split('.')
  for (const kid of [7, null, ['k'], {}, 'k'.repeat(257)]) {
    await refuses(`${base64url.encode(JSON.stringify({ alg: 'ES256', kid }))}.${payload}.${signature}`, /malformed kid/)
  }
  for (const alg of [undefined, null, 7, ['ES256']])
    await refuses(`${base64url.encode(JSON.stringify({ alg }))}.${payload}.${signature}`, /no algorithm/)
})
