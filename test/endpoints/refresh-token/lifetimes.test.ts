// How long refresh tokens live: while they are used, and not for ever. To the second, by a clock that is moved.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestProvider } from '../../support/provider.ts'
import { isAlive, offlineTokens, refresh, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError } from '../../support/signed-in.ts'

const day = 86_400
let provider: TestProvider
before(async () => void (provider = await startRefreshing()))
after(async () => await provider.close())

test('RT-12 a token that lay unused for 30 days is dead, to the second', async () => {
  const idle = (await offlineTokens(provider))['refresh_token']
  const used = (await offlineTokens(provider))['refresh_token']
  provider.clock.advance(30 * day - 0.001)
  const successor = (await refreshed(provider, used))['refresh_token']
  provider.clock.advance(0.001)
  assertError(await refresh(provider, idle), 400, 'invalid_grant')
  // Use begins another 30 days.
  provider.clock.advance(30 * day - 0.002)
  await refreshed(provider, successor)
})

test('RT-12 tokens that are used all the time end 90 days after the first', async () => {
  let token = (await offlineTokens(provider))['refresh_token']
  for (let weeks = 0; weeks < 12; weeks++) {
    provider.clock.advance(7 * day)
    token = (await refreshed(provider, token))['refresh_token']
  }
  provider.clock.advance(6 * day - 0.001)
  const last = await refreshed(provider, token)
  provider.clock.advance(0.001)
  assertError(await refresh(provider, last['refresh_token']), 400, 'invalid_grant')
  assertError(await refresh(provider, token), 400, 'invalid_grant')
  // What was issued at the very end lives its own time.
  assert.ok(await isAlive(provider, last['access_token']))
  provider.clock.advance(43_200)
  assert.equal(await isAlive(provider, last['access_token']), false)
})

test('RT-12 a refresh token outlives the access token and the session that it came with', async () => {
  const first = await offlineTokens(provider)
  provider.clock.advance(11 * day)
  assert.equal(await isAlive(provider, first['access_token']), false)
  const second = await refreshed(provider, first['refresh_token'])
  assert.ok(await isAlive(provider, second['access_token']))
})

test('a reuse ends access tokens that are issued at the very end of the family, too', async () => {
  const first = (await offlineTokens(provider))['refresh_token']
  provider.clock.advance(29 * day)
  const second = await refreshed(provider, first)
  provider.clock.advance(29 * day)
  const third = await refreshed(provider, second['refresh_token'])
  provider.clock.advance(29 * day)
  const fourth = await refreshed(provider, third['refresh_token'])
  assertError(await refresh(provider, first), 400, 'invalid_grant')
  const { stores } = provider.storage
  await stores.revocations?.deleteExpired(provider.clock.now(), 1000)
  assert.equal(await isAlive(provider, fourth['access_token']), false)
})

test('rows of families that have ended are swept away, and no others', async () => {
  const { refreshTokens } = provider.storage.stores
  provider.clock.advance(100 * day)
  await refreshTokens?.deleteExpired(provider.clock.now(), 1000)
  const [idle, used] = [(await offlineTokens(provider))['refresh_token'], (await offlineTokens(provider))['refresh_token']]
  provider.clock.advance(20 * day)
  const successor = (await refreshed(provider, used))['refresh_token']
  provider.clock.advance(10 * day)
  assert.equal(await refreshTokens?.deleteExpired(provider.clock.now(), 1000), 1)
  assertError(await refresh(provider, idle), 400, 'invalid_grant')
  await refreshed(provider, successor)
})

test('idle time, absolute time and the lifetime of access tokens are settings', async () => {
  const short = await startRefreshing({ lifetimes: { accessToken: 5, refreshTokenIdle: 60, refreshToken: 100 } })
  let answer = await refreshed(short, (await offlineTokens(short))['refresh_token'])
  assert.equal(answer['expires_in'], 5)
  short.clock.advance(59)
  answer = await refreshed(short, answer['refresh_token'])
  short.clock.advance(40.999)
  answer = await refreshed(short, answer['refresh_token'])
  short.clock.advance(0.001)
  assertError(await refresh(short, answer['refresh_token']), 400, 'invalid_grant')
  await short.close()
})
