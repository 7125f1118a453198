// A clock that runs a year ahead for a minute, with the sweep of expired rows under way, and comes back: what was revoked or used stays so,
// what was valid is valid, and people sign in as before.
import { alice, clientSecret, generateClientKey, signIn } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import { clientAssertion, introspectWith, presentAssertion } from '../support/jws.ts'
import type { TestProvider } from '../support/provider.ts'
import { signedIn } from '../support/signed-in.ts'
import { withHeldSweep } from '../support/sweep.ts'
import type { HeldSweep } from '../support/sweep.ts'
import { startWholeProvider, wholeDocument } from '../support/whole-provider.ts'

const year = 365 * 24 * 3600
const asAll = { authorization: basicHeader('all', clientSecret) }

let provider: TestProvider
let sweep: HeldSweep
let key: ClientKeyPair
/** Milliseconds that have really passed. */
let steady = 0

before(async () => {
  key = await generateClientKey('client-key', 'ES256')
  ;[provider, sweep] = await withHeldSweep(
    async (held) => await startWholeProvider({ ...held, document: wholeDocument([key]), monotonic: () => steady }),
  )
})
after(async () => await provider.close())

/** So many seconds pass, and the clock shows it. */
function pass(seconds: number): void {
  steady += seconds * 1000
  provider.clock.advance(seconds)
}

/** The clock is ahead for a minute, while everything that it calls expired is swept. */
async function aheadForAMinute(seconds: number): Promise<void> {
  await sweep.run()
  provider.clock.advance(seconds)
  await sweep.run()
  pass(60)
  await sweep.run()
  provider.clock.advance(-seconds)
}

async function revoke(token: unknown, clientId: string): Promise<void> {
  const { status } = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader(clientId, clientSecret) },
      body: new URLSearchParams({ token: String(token) }).toString(),
    }),
  )
  assert.equal(status, 200)
}

test('TM-02 what was revoked, redeemed or used stays so, and nothing that was valid is lost', async () => {
  const { userAgent, code, tokens } = await signedIn(provider)
  const revoked = (await tokens('jwt'))['access_token']
  const kept = await tokens('all', { scope: 'openid offline_access' })
  const used = await code()
  const assertion = await clientAssertion(provider, key)
  assert.equal(await introspectWith(provider, assertion), 200, 'it authenticates')
  assert.equal((await redeem(provider, used)).status, 200)
  await revoke(revoked, 'jwt')

  await aheadForAMinute(year)
  assert.equal((await userinfoOf(provider, revoked)).status, 401, 'the revoked token')
  assert.equal((await presentAssertion(provider, assertion)).body['error'], 'invalid_client', 'the used assertion')
  assert.equal((await redeem(provider, used)).status, 400, 'the redeemed code')
  assert.equal((await userinfoOf(provider, kept['access_token'])).status, 200, 'a token that was not revoked')
  const silent = await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
  assert.equal(silent.redirectedTo?.searchParams.has('code'), true, 'the session')
  const refreshed = await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(kept['refresh_token']) }, asAll)
  assert.equal(refreshed.status, 200, 'the refresh token')
})

test('TM-02 a refresh token that was rotated by a clock that was ahead goes on, and its family with it', async () => {
  const { tokens } = await signedIn(provider)
  const refresh = async (token: unknown) => await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token) }, asAll)
  const first = (await tokens('all', { scope: 'openid offline_access' }))['refresh_token']
  provider.clock.advance(3600)
  const second = (await refresh(first)).body['refresh_token']
  provider.clock.advance(-3600)
  assert.equal((await refresh(first)).body['refresh_token'], second, 'its answer was lost')
  const third = await refresh(second)
  assert.equal(third.status, 200)
  assert.equal((await refresh(third.body['refresh_token'])).status, 200)
})

for (const ask of [{ prompt: 'login' }, { max_age: '0' }, { max_age: '600' }, {}] as const) {
  test(`TM-02 a sign-in with ${JSON.stringify(ask)} that began while the clock was ahead needs the password once`, async () => {
    const userAgent = provider.newUserAgent()
    provider.clock.advance(1200)
    const page = await userAgent.get(authorizationUrl(provider, ask))
    provider.clock.advance(-1200)
    codeOf(await signIn(userAgent, page, alice))
    codeOf(await userAgent.get(authorizationUrl(provider, { prompt: 'none' })))
  })
}

test('TM-02 a user who was created while the clock was ahead signs in, and the tokens are valid', async () => {
  const person = { userName: 'early', password: 'a password that came early', profile: { firstName: 'E', lastName: 'B' } }
  provider.clock.advance(year)
  await provider.apply({ orgs: [{ orgId: 'acme', humanUsers: [{ userId: 'early', user: person }] }] })
  provider.clock.advance(-year)
  const early = await signedIn(provider, { loginName: 'early@acme.example', password: person.password })
  for (const clientId of ['all', 'jwt'])
    assert.equal((await userinfoOf(provider, (await early.tokens(clientId))['access_token'])).status, 200)
})
