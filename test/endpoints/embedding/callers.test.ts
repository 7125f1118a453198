// Who calls an API that runs in the process of the provider. https://www.rfc-editor.org/rfc/rfc6750
import { userinfo } from '@symbolon/core-protocol'
import type { Caller, CallerDemand } from '@symbolon/core-protocol'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorize, basicHeader, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { revoke } from '../../support/token-endpoints.ts'

let provider: TestProvider
before(async () => (provider = await startTestProvider()))
after(async () => await provider.close())

async function tokenOf(scope = 'openid email'): Promise<string> {
  const { body } = await redeem(provider, codeOf(await authorize(provider, { scope })))
  return String(body['access_token'])
}

const withToken = (token: string): { readonly headers: Headers } => ({ headers: new Headers({ authorization: `Bearer ${token}` }) })

async function authenticate(token: string, demand?: CallerDemand): Promise<Caller | undefined> {
  return await provider.provider.authenticate(withToken(token), demand)
}

test('a valid token: the user, the client, the scope and the claims of userinfo', async () => {
  const token = await tokenOf()
  const caller = await authenticate(token)
  assert.equal(caller?.user.id, 'alice')
  assert.equal(caller.client?.clientId, 'basic')
  assert.deepEqual(caller.scope, ['openid', 'email'])
  assert.deepEqual(caller.claims, (await userinfoOf(provider, token)).body)
  assert.equal(caller.claims['email'], 'alice@mail.example')
  assert.ok((caller.expiresAt ?? 0) > provider.clock.now())
})

test('the request of Node, Express and Fastify are accepted, and two header lines do not make a token', async () => {
  const token = await tokenOf()
  assert.equal((await provider.provider.authenticate({ headers: { authorization: `Bearer ${token}` } }))?.user.id, 'alice')
  const twice = { headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] } }
  assert.equal(await provider.provider.authenticate(twice), undefined)
})

test('a token without a demanded scope or audience is refused, and one that has them is not', async () => {
  const token = await tokenOf()
  assert.equal((await authenticate(token, { scope: 'openid email' }))?.user.id, 'alice')
  assert.equal((await authenticate(token, { scope: ['email'], audience: 'basic' }))?.user.id, 'alice')
  assert.equal(await authenticate(token, { scope: 'openid phone' }), undefined)
  assert.equal(await authenticate(token, { audience: 'another' }), undefined)
})

test('a missing, foreign, revoked or expired token authenticates no caller', async () => {
  assert.equal(await provider.provider.authenticate({ headers: {} }), undefined)
  assert.equal(await provider.provider.authenticate({ headers: { authorization: basicHeader('basic', clientSecret) } }), undefined)
  assert.equal(await authenticate('symbolon_at_made-up'), undefined)
  const revoked = await tokenOf()
  await revoke(provider, revoked)
  assert.equal(await authenticate(revoked), undefined)
  const expired = await tokenOf()
  provider.clock.advance(12 * 3600)
  assert.equal(await authenticate(expired), undefined)
})

test('protect says why, as RFC 6750 demands', async () => {
  const token = await tokenOf()
  const refusal = async (headers: Headers, demand: CallerDemand): Promise<readonly [number, string | null]> => {
    const answer = await provider.provider.protect({ headers }, demand)
    assert.ok(answer instanceof Response)
    return [answer.status, answer.headers.get('www-authenticate')]
  }
  const realm = `Bearer realm="${provider.issuer}"`
  assert.deepEqual(await refusal(new Headers(), { scope: 'email' }), [401, realm])
  assert.deepEqual(await refusal(withToken('made-up').headers, {}), [
    401,
    `${realm}, error="invalid_token", error_description="The access token is invalid, expired or revoked."`,
  ])
  assert.deepEqual(await refusal(withToken(token).headers, { audience: 'another' }), [
    401,
    `${realm}, error="invalid_token", error_description="The access token is for another audience."`,
  ])
  assert.deepEqual(await refusal(withToken(token).headers, { scope: ['phone', 'email'] }), [
    403,
    `${realm}, error="insufficient_scope", error_description="The access token lacks a scope.", scope="phone email"`,
  ])
  const caller = await provider.provider.protect(withToken(token))
  assert.ok(!(caller instanceof Response))
  assert.equal(caller.user.id, 'alice')
})

test('a composition that opens no revocations names them, instead of accepting what may be revoked', async () => {
  const bare = await startTestProvider({ grants: [], endpoints: [] })
  await assert.rejects(bare.provider.authenticate(withToken('x')), /No composed part opens accessTokens.*revocations/)
  await bare.close()
  const complete = await startTestProvider({ grants: [], endpoints: [userinfo] })
  assert.equal(await complete.provider.authenticate(withToken('x')), undefined)
  await complete.close()
})
