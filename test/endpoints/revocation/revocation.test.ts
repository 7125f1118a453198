// What revocation ends: a token of the client that asks, and with a refresh token all that came with it.
// https://www.rfc-editor.org/rfc/rfc7009
import { auditTrail } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, clientSecret, generateClientKey } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, postToken, userinfoOf } from '../../support/code-flow.ts'
import type { TokenAnswer } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { allRefreshing } from '../../support/refreshing.ts'
import { expiredToken, importedToken, resourceDocument, robotToken } from '../../support/resource-document.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { assertActive, assertInactive, assertRevoked, introspect, revoke } from '../../support/token-endpoints.ts'

const clients = ['basic', 'jwt']
let provider: TestProvider
let user: SignedIn
before(async () => {
  const document = allRefreshing(resourceDocument(await generateClientKey('api-key', 'ES256')))
  provider = await startTestProvider({ document, grants: [authorizationCode(), refreshToken()], audit: auditTrail })
  user = await signedIn(provider)
})
after(async () => await provider.close())

async function refresh(token: unknown, clientId: string): Promise<TokenAnswer> {
  const headers = { authorization: basicHeader(clientId, clientSecret) }
  return await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token) }, headers)
}

const offline = { scope: 'openid offline_access' }

for (const clientId of clients) {
  test(`RV-04 an access token of ${clientId} is revoked alone: the refresh token, parallel tokens and later tokens stay valid`, async () => {
    const { access_token: first, refresh_token: handle } = await user.tokens(clientId, offline)
    const refreshed = (await refresh(handle, clientId)).body
    const { access_token: other } = await user.tokens(clientId)
    assertRevoked(await revoke(provider, first, clientId))
    assertInactive(await introspect(provider, first))
    assert.equal((await userinfoOf(provider, first)).status, 401)
    for (const token of [refreshed['access_token'], other]) assertActive(await introspect(provider, token))
    const again = await refresh(refreshed['refresh_token'], clientId)
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assertActive(await introspect(provider, again.body['access_token']))
  })

  test(`RV-03 with a refresh token of ${clientId} every access token goes that came with it, and no other`, async () => {
    const { access_token: first, refresh_token: handle } = await user.tokens(clientId, offline)
    const { access_token: second, refresh_token: successor } = (await refresh(handle, clientId)).body
    const { access_token: other } = await user.tokens(clientId, offline)
    for (const token of [first, second, other]) assertActive(await introspect(provider, token))
    assertRevoked(await revoke(provider, successor, clientId))
    for (const token of [first, second]) {
      assertInactive(await introspect(provider, token))
      assert.equal((await userinfoOf(provider, token)).status, 401)
    }
    assertError(await refresh(successor, clientId), 400, 'invalid_grant')
    assertActive(await introspect(provider, other))
  })
}

test('RV-03 a refresh token that was used already still revokes its line', async () => {
  const { refresh_token: used } = await user.tokens('basic', offline)
  const { access_token: token, refresh_token: successor } = (await refresh(used, 'basic')).body
  assertRevoked(await revoke(provider, used))
  assertInactive(await introspect(provider, token))
  assertError(await refresh(successor, 'basic'), 400, 'invalid_grant')
})

test('RV-03 revoking a refresh token while it is used leaves nothing alive', async () => {
  const { refresh_token: handle } = await user.tokens('basic', offline)
  const [refreshed, revoked] = await Promise.all([refresh(handle, 'basic'), revoke(provider, handle)])
  assertRevoked(revoked)
  if (refreshed.status === 200) {
    assertInactive(await introspect(provider, refreshed.body['access_token']))
    assertError(await refresh(refreshed.body['refresh_token'], 'basic'), 400, 'invalid_grant')
  }
})

test('RV-01 an unknown token, or one that is already invalid, gets 200', async () => {
  const { access_token: token, refresh_token: handle, id_token: idToken } = await user.tokens('basic', offline)
  const texts = ['garbage', 'a.b.c', 'symbolon_at_', `symbolon_at_${'A'.repeat(43)}`, 'tökén', 'x'.repeat(10_000)]
  for (const dead of [...texts, idToken, expiredToken, await user.code()]) {
    assertRevoked(await revoke(provider, dead), String(dead).slice(0, 30))
  }
  for (const twice of [token, token, handle, handle]) assertRevoked(await revoke(provider, twice))
  const { access_token: old } = await user.tokens('basic')
  provider.clock.advance(43_201)
  user = await signedIn(provider)
  assertRevoked(await revoke(provider, old))
  assertRevoked(await revoke(provider, old, 'elsewhere'), 'an expired token belongs to no client')
})

test('RV-02 a token of another client is refused with invalid_grant, and stays valid', async () => {
  for (const clientId of clients) {
    const { access_token: token, refresh_token: handle } = await user.tokens(clientId, offline)
    for (const stranger of ['elsewhere', 'assertion', 'api', ...clients.filter((each) => each !== clientId)]) {
      assertError(await revoke(provider, token, stranger), 400, 'invalid_grant')
      assertError(await revoke(provider, handle, stranger), 400, 'invalid_grant')
    }
    assertActive(await introspect(provider, token))
    assert.equal((await refresh(handle, clientId)).status, 200)
  }
})

test('RV-02 a personal access token was issued to no client: refused, and it stays valid', async () => {
  for (const token of [robotToken, importedToken]) {
    for (const clientId of ['basic', 'api', 'robot']) assertError(await revoke(provider, token, clientId), 400, 'invalid_grant')
    assertActive(await introspect(provider, token))
  }
})

test('RV-05 a hint that is wrong changes nothing', async () => {
  for (const hint of ['access_token', 'refresh_token', 'id_token', 'nonsense', '']) {
    for (const clientId of clients) {
      const { access_token: token, refresh_token: handle } = await user.tokens(clientId, offline)
      const { access_token: parallel } = await user.tokens(clientId, offline)
      assertRevoked(await revoke(provider, parallel, clientId, { token_type_hint: hint }))
      assertInactive(await introspect(provider, parallel), hint)
      assertRevoked(await revoke(provider, handle, clientId, { token_type_hint: hint }))
      assertInactive(await introspect(provider, token), hint)
    }
  }
})

test('a token that was revoked while its user was switched off does not come back with the user', async () => {
  const { access_token: token } = await user.tokens('basic')
  const people = (state: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE'): OrgDocument => {
    const [org] = acmeDocument().orgs ?? []
    return { orgs: [{ orgId: 'acme', humanUsers: (org?.humanUsers ?? []).map((each) => ({ ...each, state })) }] }
  }
  await provider.apply(people('USER_STATE_INACTIVE'))
  assertRevoked(await revoke(provider, token))
  await provider.apply(people('USER_STATE_ACTIVE'))
  assertInactive(await introspect(provider, token))
  // The session ended, too.
  user = await signedIn(provider)
})

test('the audit trail says which client revoked what, and holds no token', async () => {
  const { access_token: token, refresh_token: handle } = await user.tokens('basic', offline)
  for (const each of [token, handle]) {
    provider.clock.advance(1)
    await revoke(provider, each)
  }
  const events = (await provider.storage.stores.auditEvents?.list({ limit: 2 })) ?? []
  assert.deepEqual(
    events.map(({ type, clientId }) => ({ type, clientId })),
    [
      { type: 'token_revoked', clientId: 'basic' },
      { type: 'token_revoked', clientId: 'basic' },
    ],
  )
  for (const secret of [token, handle]) assert.ok(!JSON.stringify([events, provider.logged]).includes(String(secret)))
})
