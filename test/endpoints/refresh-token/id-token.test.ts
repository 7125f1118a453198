// ID tokens that are refreshed. https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userinfoOf } from '../../support/code-flow.ts'
import { decode, leftHalfHash } from '../../support/decode.ts'
import type { TestProvider } from '../../support/provider.ts'
import { factsOf, offline, offlineTokens, refreshDocument, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { signedIn } from '../../support/signed-in.ts'

let provider: TestProvider
before(async () => void (provider = await startRefreshing()))
after(async () => await provider.close())

async function claimsOf(answer: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  return (await decode(provider, answer['id_token'], 'JWT')).payload
}

test('RT-15 a refreshed ID token describes the same sign-in at a later time, and has no nonce', async () => {
  for (const clientId of ['basic', 'jwt', 'es256', 'eddsa', 'assertion']) {
    const first = await offlineTokens(provider, clientId, { nonce: 'the-nonce' })
    const { nonce, jti, iat, exp, at_hash: atHash, c_hash: codeHash, ...same } = await claimsOf(first)
    assert.equal(nonce, 'the-nonce')
    assert.ok(codeHash !== undefined && atHash !== undefined)
    let token = first['refresh_token']
    for (let time = 1; time <= 2; time++) {
      provider.clock.advance(3600)
      const answer = await refreshed(provider, token, {}, clientId)
      const { jti: newId, iat: newIat, exp: newExp, at_hash: newAtHash, ...others } = await claimsOf(answer)
      assert.notEqual(newId, jti)
      assert.deepEqual(others, same)
      assert.deepEqual([newIat, newExp], [Number(iat) + 3600 * time, Number(exp) + 3600 * time])
      assert.equal(newAtHash, leftHalfHash(answer['access_token'], clientId === 'eddsa' ? 'sha512' : 'sha256'))
      token = answer['refresh_token']
    }
    for (const name of ['iss', 'sub', 'aud', 'azp', 'auth_time', 'amr', 'acr', 'sid']) assert.ok(name in same, name)
  }
})

test('RT-15 a repeated use answers with an ID token for its own access token', async () => {
  const { refresh_token: token } = await offlineTokens(provider)
  const [one, two] = [await refreshed(provider, token), await refreshed(provider, token)]
  for (const answer of [one, two]) assert.equal((await claimsOf(answer))['at_hash'], leftHalfHash(answer['access_token'], 'sha256'))
})

test('RT-15 narrowing the scope narrows the claims of an app that has them in its ID tokens, and nothing widens them', async () => {
  const { refresh_token: token } = await offlineTokens(provider, 'assertion', { scope: 'openid profile email offline_access' })
  const narrow = await refreshed(provider, token, { scope: 'openid email' }, 'assertion')
  const claims = await claimsOf(narrow)
  assert.deepEqual([claims['email'], claims['name'], claims['phone_number']], ['alice@mail.example', undefined, undefined])
  const wide = await claimsOf(await refreshed(provider, narrow['refresh_token'], {}, 'assertion'))
  assert.deepEqual([wide['email'], wide['name'], wide['phone_number']], ['alice@mail.example', 'Alice Liddell', undefined])
})

test('the session of the sign-in stays that of refreshed tokens', async () => {
  const first = await offlineTokens(provider)
  const { sessionId } = await factsOf(provider, first['access_token'])
  const answer = await refreshed(provider, first['refresh_token'])
  assert.equal((await factsOf(provider, answer['access_token'])).sessionId, sessionId)
  assert.equal((await claimsOf(answer))['sid'], sessionId)
})

test('what the claims parameter asked for is asked for by every refresh', async () => {
  const claims = JSON.stringify({ userinfo: { nickname: null }, id_token: { nickname: null } })
  for (const clientId of ['assertion', 'jwt']) {
    const first = await (await signedIn(provider)).tokens(clientId, { scope: offline.replace('profile ', ''), claims })
    const answer = await refreshed(provider, first['refresh_token'], {}, clientId)
    assert.equal((await claimsOf(answer))['nickname'], 'Al')
    assert.deepEqual((await userinfoOf(provider, answer['access_token'])).body, { sub: 'alice', nickname: 'Al' })
  }
})

test('claims about the user are those of today', async () => {
  const own = await startRefreshing()
  const { refresh_token: token } = await offlineTokens(own, 'assertion')
  const profile = { firstName: 'Alicia', lastName: 'Liddell', displayName: 'Alicia Liddell' }
  const user = { userName: 'alice', profile, email: { email: 'alicia@mail.example', isEmailVerified: true } }
  own.clock.advance(1)
  await own.apply(refreshDocument([], { users: { alice: { user } } }))
  const answer = await refreshed(own, token, {}, 'assertion')
  assert.equal((await decode(own, answer['id_token'], 'JWT')).payload['name'], 'Alicia Liddell')
  await own.close()
})
