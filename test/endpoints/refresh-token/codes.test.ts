// Refresh tokens and the codes that they come from: one act of authorization, which ends as a whole; and never taken for one another.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { redeem } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf, isAlive, offline, refresh, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'

let provider: TestProvider
before(async () => void (provider = await startRefreshing()))
after(async () => await provider.close())

test('TK-07 a code that is used again ends the refresh token of its first use, and all that came of it', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const code = await (await signedIn(provider)).code({ client_id: clientId, scope: offline })
    const { body: first } = await redeem(provider, code, {}, basicOf(clientId))
    const second = await refreshed(provider, first['refresh_token'], {}, clientId)
    assertError(await redeem(provider, code, {}, basicOf(clientId)), 400, 'invalid_grant')
    for (const { refresh_token: token, access_token: accessToken } of [first, second]) {
      assertError(await refresh(provider, token, {}, basicOf(clientId)), 400, 'invalid_grant')
      assert.equal(await isAlive(provider, accessToken), false)
    }
  }
})

test('TK-07 a code that is used again after weeks of refreshing still ends them', async () => {
  const code = await (await signedIn(provider)).code({ scope: offline })
  let { body } = await redeem(provider, code)
  for (let week = 0; week < 4; week++) {
    provider.clock.advance(7 * 86_400)
    body = await refreshed(provider, body['refresh_token'])
  }
  assertError(await redeem(provider, code), 400, 'invalid_grant')
  assertError(await refresh(provider, body['refresh_token']), 400, 'invalid_grant')
  assert.equal(await isAlive(provider, body['access_token']), false)
})

test('TK-08 of parallel redemptions of one code, the refresh token that one of them got is dead', async () => {
  const code = await (await signedIn(provider)).code({ scope: offline })
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await redeem(provider, code)))
  const [winner, ...others] = answers.filter(({ status }) => status === 200)
  assert.equal(others.length, 0)
  assertError(await refresh(provider, winner?.body['refresh_token']), 400, 'invalid_grant')
})

test('TK-13 a refresh token does not work as a code, nor a code as a refresh token, and trying uses neither up', async () => {
  const alice = await signedIn(provider)
  const { refresh_token: token } = await alice.tokens('basic', { scope: offline })
  const code = await alice.code({ scope: offline })
  assertError(await redeem(provider, String(token)), 400, 'invalid_grant')
  assertError(await refresh(provider, code), 400, 'invalid_grant')
  provider.clock.advance(20)
  await refreshed(provider, token)
  assert.equal((await redeem(provider, code)).status, 200)
})
