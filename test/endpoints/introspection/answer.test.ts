// What introspection says of a token that counts: the members of RFC 7662, and of its user what the scopes grant.
import { alice, generateClientKey } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { insertToken, rowOf } from '../../support/opaque-tokens.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { datedToken, importedToken, narrowToken, resourceDocument, robotToken } from '../../support/resource-document.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { assertActive, assertInactive, introspect } from '../../support/token-endpoints.ts'

let provider: TestProvider
let user: SignedIn
let madeAt: number
before(async () => {
  const key = await generateClientKey('api-key', 'ES256')
  provider = await startTestProvider({ document: resourceDocument(key) })
  madeAt = Math.floor(provider.clock.now() / 1000)
  provider.clock.advance(100)
  user = await signedIn(provider)
})
after(async () => await provider.close())

for (const clientId of ['basic', 'jwt']) {
  test(`a token of ${clientId} is described by exactly the members that the interface lists`, async () => {
    const now = Math.floor(provider.clock.now() / 1000)
    const { access_token: token, expires_in: expiresIn } = await user.tokens(clientId, { scope: 'openid' })
    const answer = await introspect(provider, token)
    assertActive(answer)
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { jti, aud, ...members } = answer.body
    assert.deepEqual(members, {
      active: true,
      iss: provider.issuer,
      sub: alice.id,
      username: alice.loginName,
      client_id: clientId,
      scope: 'openid',
      token_type: 'Bearer',
      iat: now,
      nbf: now,
      exp: now + Number(expiresIn),
    })
    const row = await rowOf(provider, token)
    assert.equal(jti, clientId === 'jwt' ? decodeJwt(String(token)).jti : row?.id)
    const apps = ['basic', 'post', 'public', 'key', 'jwt', 'assertion', 'api', 'key-api']
    assert.deepEqual(new Set(Array.isArray(aud) ? aud : []), new Set([...apps, 'portal']))
  })

  test(`IN-07 a token of ${clientId} exposes the user's claims by the granted scopes only`, async () => {
    const email = { email: 'alice@mail.example', email_verified: true }
    const exposed = async (scope: string): Promise<readonly string[]> => {
      const { body } = await introspect(provider, (await user.tokens(clientId, { scope }))['access_token'])
      const protocol = ['active', 'aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'nbf', 'scope', 'sub', 'token_type', 'username']
      assert.deepEqual(
        protocol.filter((name) => !(name in body)),
        [],
      )
      return Object.keys(body)
        .filter((name) => !protocol.includes(name))
        .sort()
    }
    assert.deepEqual(await exposed('openid'), [])
    assert.deepEqual(await exposed('openid email'), Object.keys(email))
    assert.deepEqual(await exposed('openid phone address'), ['address', 'phone_number', 'phone_number_verified'])
    const all = await exposed('openid profile email phone address')
    for (const name of ['name', 'birthdate', 'preferred_username', 'email', 'phone_number', 'address']) assert.ok(all.includes(name), name)
    for (const name of all) assert.doesNotMatch(name, /password|hash|secret|digest|state|org/i)
  })
}

test('the actor for the user of a token is named', async () => {
  const now = provider.clock.now()
  const token = await insertToken(provider, {
    id: `authorization.${now}.x`,
    authorizationId: 'authorization',
    clientId: 'basic',
    subject: alice.id,
    scope: ['openid'],
    audience: ['portal'],
    actor: { sub: 'robot', act: { sub: 'bob' } },
    issuedAt: now,
    expiresAt: now + 60_000,
  })
  const { body } = await introspect(provider, token)
  assert.deepEqual(body['act'], { sub: 'robot', act: { sub: 'bob' } })
})

test('a personal access token is active for every API of the instance, which stands in its audience', async () => {
  for (const [caller, project] of [
    ['api', 'portal'],
    ['far-api', 'other'],
  ] as const) {
    const answer = await introspect(provider, robotToken, caller)
    assertActive(answer, caller)
    const { aud, ...members } = answer.body
    assert.deepEqual(members, {
      active: true,
      iss: provider.issuer,
      sub: 'robot',
      username: 'robot@acme.example',
      name: 'Robot',
      preferred_username: 'robot@acme.example',
      updated_at: madeAt,
      'urn:symbolon:iam:user:resourceowner:id': 'acme',
      'urn:symbolon:iam:user:resourceowner:name': 'Acme',
      'urn:symbolon:iam:user:resourceowner:primary_domain': 'acme.example',
      scope: 'openid profile urn:symbolon:iam:user:metadata urn:symbolon:iam:user:resourceowner',
      token_type: 'Bearer',
      jti: 'robot-token',
      iat: madeAt,
      nbf: madeAt,
    })
    assert.ok(Array.isArray(aud) && aud.includes(caller) && aud.includes(project), String(aud))
  }
  assertActive(await introspect(provider, importedToken), 'as another service gave it out')
  const dated = await introspect(provider, datedToken)
  assert.equal(dated.body['exp'], Date.parse('2100-01-01T00:00:00Z') / 1000)
})

test('a personal access token whose document names scopes has those alone', async () => {
  const { body } = await introspect(provider, narrowToken)
  assert.equal(body['scope'], 'email')
  assert.equal('name' in body, false)
})

test('an app that signs users in learns nothing about personal access tokens', async () => {
  for (const caller of ['basic', 'jwt', 'elsewhere']) assertInactive(await introspect(provider, robotToken, caller), caller)
})
