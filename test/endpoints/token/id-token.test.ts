// ID tokens of the code grant. https://openid.net/specs/openid-connect-core-1_0.html#IDToken
import { bob, clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorize, basicHeader, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { decode, leftHalfHash } from '../../support/decode.ts'
import type { Decoded } from '../../support/decode.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

const allScopes = 'openid profile email phone address'
const claimsOfUsers = [
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
  'email',
  'email_verified',
  'address',
  'phone_number',
  'phone_number_verified',
]
let provider: TestProvider
let alice: SignedIn
before(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  alice = await signedIn(provider)
})
after(async () => await provider.close())

async function idToken(clientId: string, fields: Fields = {}, user: SignedIn = alice): Promise<Decoded['payload']> {
  return (await decode(provider, (await user.tokens(clientId, fields))['id_token'], 'JWT')).payload
}

test('TK-20 an ID token names issuer, user and client, and binds nonce, code and access token', async () => {
  const now = Math.floor(provider.clock.now() / 1000)
  const code = await alice.code({ scope: allScopes, nonce: 'n-0S6_WzA2Mj' })
  const { body } = await redeem(provider, code)
  const { header, payload } = await decode(provider, body['id_token'], 'JWT')
  assert.equal(header['alg'], 'RS256')
  assert.deepEqual(payload, {
    iss: 'https://id.example',
    sub: 'alice',
    aud: 'basic',
    azp: 'basic',
    jti: payload['jti'],
    iat: now,
    exp: now + 43_200,
    auth_time: now,
    nonce: 'n-0S6_WzA2Mj',
    acr: '1',
    amr: ['pwd'],
    sid: payload['sid'],
    at_hash: leftHalfHash(body['access_token'], 'sha256'),
    c_hash: leftHalfHash(code, 'sha256'),
  })
  assert.match(String(payload['sid']), /^[\x21-\x7e]{16,255}$/)
  assert.ok(JSON.stringify(payload).includes('null') === false)
})

test('TK-20 without a nonce in the request there is none in the ID token', async () => {
  assert.equal('nonce' in (await idToken('basic')), false)
})

for (const [clientId, alg, hash] of [
  ['basic', 'RS256', 'sha256'],
  ['es256', 'ES256', 'sha256'],
  ['eddsa', 'EdDSA', 'sha512'],
] as const) {
  test(`the ID tokens of the app ${clientId} are signed with ${alg}, and their hashes are its own`, async () => {
    const code = await alice.code({ client_id: clientId })
    const { body } = await redeem(provider, code, {}, { authorization: basicHeader(clientId, clientSecret) })
    const { header, payload } = await decode(provider, body['id_token'], 'JWT')
    assert.equal(header['alg'], alg)
    assert.equal(payload['aud'], clientId)
    assert.equal(payload['at_hash'], leftHalfHash(body['access_token'], hash))
    assert.equal(payload['c_hash'], leftHalfHash(code, hash))
  })
}

test('at_hash is of a JWT access token too', async () => {
  const body = await alice.tokens('jwt')
  const { payload } = await decode(provider, body['id_token'], 'JWT')
  assert.equal(payload['at_hash'], leftHalfHash(body['access_token'], 'sha256'))
})

test('TK-19 with an access token, claims about the user are in the ID token only if the app wants them there', async () => {
  const without = await idToken('basic', { scope: allScopes })
  for (const name of [...claimsOfUsers, 'client_id']) assert.equal(name in without, false, name)
  const within = await idToken('assertion', { scope: allScopes })
  for (const name of claimsOfUsers) assert.equal(name in within, true, name)
  assert.equal(within['email'], 'alice@mail.example')
  assert.equal(within['sub'], 'alice')
})

test('TK-19 the assertion option gives the claims of the granted scopes and no others', async () => {
  const payload = await idToken('assertion', { scope: 'openid email' })
  assert.deepEqual(
    claimsOfUsers.filter((name) => name in payload),
    ['email', 'email_verified'],
  )
})

test('claims that the request names for the ID token are in it, next to an access token and without the option of the app', async () => {
  const claims = JSON.stringify({ id_token: { email: null, birthdate: { essential: true }, preferred_username: null, unknown: null } })
  for (const clientId of ['basic', 'assertion']) {
    const payload = await idToken(clientId, { claims })
    assert.deepEqual(claimsOfUsers.filter((name) => name in payload).sort(), ['birthdate', 'email', 'preferred_username'])
    assert.equal(payload['email'], 'alice@mail.example')
  }
})

test('claims requested for userinfo are not in the ID token, and claims requested for the ID token are not at userinfo', async () => {
  const claims = JSON.stringify({ id_token: { email: null }, userinfo: { name: null } })
  const { id_token: token, access_token: accessToken } = await (await signedIn(provider)).tokens('basic', { claims })
  const { payload } = await decode(provider, token, 'JWT')
  assert.deepEqual(
    claimsOfUsers.filter((name) => name in payload),
    ['email'],
  )
  assert.deepEqual(Object.keys((await userinfoOf(provider, accessToken)).body).sort(), ['name', 'sub'])
})

test('no claim that is asked for replaces one of the protocol', async () => {
  const names = [
    'iss',
    'aud',
    'azp',
    'exp',
    'iat',
    'nonce',
    'act',
    'at_hash',
    'c_hash',
    'client_id',
    '__proto__',
    'constructor',
    'password',
    'userName',
    'id',
  ]
  const claims = JSON.stringify({ id_token: Object.fromEntries(names.map((name) => [name, { value: 'evil' }])) })
  const payload = await idToken('assertion', { claims, nonce: 'mine' })
  assert.equal(payload['iss'], provider.issuer)
  assert.equal(payload['aud'], 'assertion')
  assert.equal(payload['nonce'], 'mine')
  assert.equal(JSON.stringify(payload).includes('evil'), false)
  for (const name of ['act', 'client_id', 'constructor', 'password', 'userName', 'id'])
    assert.equal(Object.hasOwn(payload, name), false, name)
})

test('auth_time is when the password was given, however late the token is issued', async () => {
  const before = Math.floor(provider.clock.now() / 1000)
  const user = await signedIn(provider)
  provider.clock.advance(600)
  const payload = await idToken('basic', { max_age: '3600' }, user)
  assert.equal(payload['auth_time'], before)
  assert.equal(payload['iat'], before + 600)
  const again = await authorize(provider, { prompt: 'login' }, user.userAgent)
  const { body } = await redeem(provider, codeOf(again))
  assert.equal((await decode(provider, body['id_token'], 'JWT')).payload['auth_time'], before + 600)
})

test('sid is the same within a session and another in every other', async () => {
  const sid = (await idToken('basic'))['sid']
  assert.equal((await idToken('jwt'))['sid'], sid)
  const others = [await signedIn(provider), await signedIn(provider, bob)]
  for (const other of others) assert.notEqual((await idToken('basic', {}, other))['sid'], sid)
})

test('a claim that the user does not have is left out, a boolean never', async () => {
  const payload = await idToken('assertion', { scope: allScopes }, await signedIn(provider, bob))
  assert.equal(payload['email_verified'], false)
  for (const name of ['phone_number', 'phone_number_verified', 'address', 'nickname', 'gender', 'picture'])
    assert.equal(name in payload, false, name)
})
