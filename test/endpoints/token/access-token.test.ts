// Access tokens of the code grant: opaque ones are looked up, JWTs follow RFC 9068. https://www.rfc-editor.org/rfc/rfc9068
import { clientSecret } from '@symbolon/test-kit'
import { base64url, decodeJwt, generateKeyPair } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, redeem, userinfoOf } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import { signJws } from '../../support/jws.ts'
import { rowOf } from '../../support/opaque-tokens.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { introspect } from '../../support/reserved-claims.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

const projectAudience = ['api', 'assertion', 'basic', 'eddsa', 'es256', 'implicit', 'jwt', 'jwt-es256', 'key', 'portal', 'post', 'public']
let provider: TestProvider
let alice: SignedIn
before(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  alice = await signedIn(provider)
})
after(async () => await provider.close())

/** The audience of the newest opaque token, which no endpoint returns. */
async function storedAudience(token: unknown): Promise<readonly string[]> {
  const row = await rowOf(provider, token)
  assert.ok(row !== undefined)
  return [...row.audience].sort()
}

/** The audience that introspection returns. */
async function shownAudience(token: unknown): Promise<readonly string[]> {
  const { aud } = await introspect(provider, token, 'api')
  return [...(aud as readonly string[])].sort()
}

test('TK-21 a JWT access token has the members of RFC 9068, and what userinfo needs', async () => {
  const now = Math.floor(provider.clock.now() / 1000)
  const body = await alice.tokens('jwt', { scope: 'openid email' })
  const { header, payload } = await decode(provider, body['access_token'], 'at+jwt')
  const { payload: idToken } = await decode(provider, body['id_token'], 'JWT')
  assert.deepEqual(Object.keys(header).sort(), ['alg', 'kid', 'typ'])
  assert.deepEqual(
    { ...payload, aud: [...(payload['aud'] as string[])].sort() },
    {
      iss: 'https://id.example',
      sub: 'alice',
      aud: projectAudience,
      client_id: 'jwt',
      scope: 'openid email',
      jti: payload['jti'],
      iat: now,
      nbf: now,
      exp: now + 43_200,
      sid: idToken['sid'],
      auth_time: now,
      acr: '1',
      amr: ['pwd'],
    },
  )
  assert.equal(body['expires_in'], 43_200)
})

test('TK-21 every JWT access token has a unique id, and contains nothing about the user', async () => {
  const tokens = [await alice.tokens('jwt', { scope: 'openid profile email phone address' }), await alice.tokens('jwt')]
  const [one, other] = tokens.map(({ access_token: token }) => decodeJwt(String(token)))
  assert.notEqual(one?.jti, other?.jti)
  assert.doesNotMatch(JSON.stringify(one), /Liddell|mail\.example|\+44|Oxford/)
})

test('TK-21 an ID token does not pass as an access token, whatever their audiences have in common', async () => {
  const { id_token: idToken, access_token: accessToken } = await alice.tokens('jwt')
  assert.equal((await userinfoOf(provider, idToken)).status, 401)
  assert.equal((await userinfoOf(provider, accessToken)).status, 200)
})

test('an app may choose the algorithm of its JWT access tokens', async () => {
  const { access_token: token } = await alice.tokens('jwt-es256')
  const { header } = await decode(provider, token, 'at+jwt')
  assert.equal(header['alg'], 'ES256')
  assert.equal((await userinfoOf(provider, token)).status, 200)
})

test('the audience is the client ids of the project and the project, for opaque tokens as for JWTs', async () => {
  const { access_token: opaque } = await alice.tokens('basic')
  assert.deepEqual(await shownAudience(opaque), projectAudience)
  assert.deepEqual(await storedAudience(opaque), ['basic', 'portal'], 'no sibling is stored')
  const { access_token: elsewhere } = await alice.tokens('elsewhere')
  assert.deepEqual(await storedAudience(elsewhere), ['elsewhere', 'other'])
})

test('a scope that names a project adds it to the audience, once', async () => {
  const scope = 'openid urn:symbolon:iam:org:project:id:other:aud urn:symbolon:iam:org:project:id:portal:aud'
  const { access_token: jwt, scope: granted } = await alice.tokens('jwt', { scope })
  assert.equal(granted, scope)
  assert.deepEqual([...(decodeJwt(String(jwt)).aud ?? [])].sort(), [...projectAudience, 'other'].sort())
  const { access_token: opaque } = await alice.tokens('basic', { scope })
  assert.deepEqual(await shownAudience(opaque), [...projectAudience, 'other'].sort())
})

test('TK-41 a project with more applications than a token lists has tokens of the same size, which all of its APIs accept', async () => {
  const apiApps = Array.from({ length: 150 }, (_, index) => ({
    appId: `many-${index}`,
    clientId: `many-${index}`,
    clientSecret,
    app: { projectId: 'other', name: `API ${index}` },
  }))
  await provider.apply({ orgs: [{ orgId: 'acme', apiApps }] })
  const { access_token: opaque } = await alice.tokens('elsewhere')
  assert.deepEqual(await storedAudience(opaque), ['elsewhere', 'other'])
  for (const api of ['many-0', 'many-149']) {
    const claims = await introspect(provider, opaque, api)
    assert.deepEqual([claims['active'], claims['aud']], [true, ['elsewhere', 'other', api]])
  }
})

test('a scope that names no project is dropped, and writes nothing into the audience', async () => {
  const scope = ['unknown', 'elsewhere', 'OTHER'].map((id) => `urn:symbolon:iam:org:project:id:${id}:aud`).join(' ')
  const { access_token: jwt, scope: granted } = await alice.tokens('jwt', { scope: `openid ${scope}` })
  assert.equal(granted, 'openid')
  assert.deepEqual([...(decodeJwt(String(jwt)).aud ?? [])].sort(), projectAudience)
})

test('a scope of another spelling adds nothing', async () => {
  const scope = 'openid urn:other:iam:org:project:id:other:aud urn:symbolon:iam:org:project:id::aud urn:symbolon:iam:org:project:id:other'
  const { access_token: jwt, scope: granted } = await alice.tokens('jwt', { scope })
  assert.equal(granted, 'openid')
  assert.deepEqual([...(decodeJwt(String(jwt)).aud ?? [])].sort(), projectAudience)
})

test('expires_in is the truth: a token lives to its last second and no longer', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const { access_token: token, expires_in: expiresIn } = await alice.tokens(clientId)
    provider.clock.advance(Number(expiresIn) - 2)
    assert.equal((await userinfoOf(provider, token)).status, 200, clientId)
    provider.clock.advance(2)
    assert.equal((await userinfoOf(provider, token)).status, 401, clientId)
  }
  alice = await signedIn(provider)
})

test('TK-22 an opaque token that was not issued here counts for nothing', async () => {
  const token = String((await alice.tokens())['access_token'])
  const random = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  const forged = [
    random,
    `symbolon_at_${random}`,
    token.slice(0, -43) + random,
    `symbolon_at_00000000000${random}`,
    `symbolon_at_zzzzzzzzzzz${random}`,
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.slice('symbolon_at_'.length),
    token.toUpperCase(),
    `symbolon_pat_${token.slice('symbolon_at_'.length)}`,
    'symbolon_at_',
    'symbolon_at_alice',
    token.replace('_at_', '_rt_'),
  ]
  for (const each of forged) assert.equal((await userinfoOf(provider, each)).status, 401, each)
  assert.equal((await userinfoOf(provider, token)).status, 200)
})

test('TK-22 a JWT that others signed, or that was altered, counts for nothing', async () => {
  const token = String((await alice.tokens('jwt'))['access_token'])
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = decodeJwt(token)
  const kid = String(JSON.parse(atob(header)).kid)
  const { privateKey } = await generateKeyPair('RS256')
  const evil = btoa(JSON.stringify({ ...claims, sub: 'bob' }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
  const forged = [
    await signJws({ alg: 'RS256', kid, typ: 'at+jwt' }, { ...claims }, privateKey),
    await signJws({ alg: 'RS256', typ: 'at+jwt' }, { ...claims }, privateKey),
    await signJws({ alg: 'none', typ: 'at+jwt' }, { ...claims }, undefined),
    `${header}.${evil}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${token}.`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
  ]
  for (const each of forged) assert.equal((await userinfoOf(provider, each)).status, 401, each)
})

test('a token of another provider of the same issuer name counts for nothing', async () => {
  const other = await startTestProvider({ document: tokenDocument() })
  const stranger = await signedIn(other)
  for (const clientId of ['basic', 'jwt']) {
    const code = await stranger.code({ client_id: clientId })
    const { body } = await redeem(other, code, {}, { authorization: basicHeader(clientId, clientSecret) })
    assert.equal((await userinfoOf(other, body['access_token'])).status, 200)
    assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
  }
  await other.close()
})
