// Many refreshes of one token at once, at two servers of one database: one rotation, one successor, and a revocation always wins.
import { libsql } from '@symbolon/storage-libsql'
import type { OpenStorage, Storage, StoreName } from '@symbolon/core-protocol'
import { createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestProvider } from '../../support/provider.ts'
import { familyOf, isAlive, offlineTokens, refresh, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError } from '../../support/signed-in.ts'

let directory: string
let database: OpenStorage
let servers: readonly [TestProvider, TestProvider]

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'symbolon-refresh-race-'))
  const names: StoreName[] = [
    'accessTokens',
    'assertionIds',
    'auditEvents',
    'authorizationCodes',
    'authorizationRequests',
    'clients',
    'directory',
    'instance',
    'issuance',
    'knownBrowsers',
    'memberships',
    'oneTimeCodes',
    'organizations',
    'passwords',
    'personalAccessTokens',
    'policies',
    'refreshTokens',
    'revocations',
    'sessions',
    'signInAttempts',
    'signingKeys',
    'userGrants',
    'userMetadata',
    'users',
  ]
  database = await libsql({ url: `file:${join(directory, 'symbolon.db')}` }).open(names)
  const storage: Storage = { open: async () => ({ stores: database.stores, close: async () => undefined }) }
  const clock = createClock()
  servers = [await startRefreshing({ storage, clock }), await startRefreshing({ storage, clock })]
})
after(async () => {
  for (const server of servers) await server.close()
  await database.close()
  await rm(directory, { recursive: true })
})

/** The servers take turns. */
function serverOf(index: number): TestProvider {
  return servers[index % 2 === 0 ? 0 : 1]
}

/** 100 uses of the token, half of them at each server. */
async function hundredUses(token: unknown): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const { status, body } = await refresh(serverOf(index), token)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }),
  )
}

test('RT-03 of 100 parallel refreshes at two servers all get the same successor, each with a separate access token', async () => {
  for (let family = 0; family < 2; family++) {
    let token = (await offlineTokens(servers[0]))['refresh_token']
    for (let generation = 0; generation < 2; generation++) {
      const answers = await hundredUses(token)
      assert.equal(new Set(answers.map((answer) => answer['refresh_token'])).size, 1)
      assert.equal(new Set(answers.map((answer) => answer['access_token'])).size, 100)
      token = answers[0]?.['refresh_token']
    }
  }
})

test('RT-03 of all that the parallel refreshes gave out, one refresh token is live, and its line goes on', async () => {
  const first = (await offlineTokens(servers[1]))['refresh_token']
  const [answer] = await hundredUses(first)
  servers[0].clock.advance(11)
  const last = await refreshed(servers[0], answer?.['refresh_token'])
  assert.ok(await isAlive(servers[1], answer?.['access_token']))
  assertError(await refresh(servers[1], first), 400, 'invalid_grant')
  assert.equal(await isAlive(servers[0], last['access_token']), false)
})

test('RT-03 of 100 parallel uses after the interval none gets anything, and the family is dead', async () => {
  const first = (await offlineTokens(servers[0]))['refresh_token']
  const second = await refreshed(servers[0], first)
  servers[0].clock.advance(10)
  const answers = await Promise.all(Array.from({ length: 100 }, async (_, index) => await refresh(serverOf(index), first)))
  for (const answer of answers) assertError(answer, 400, 'invalid_grant')
  assertError(await refresh(servers[1], second['refresh_token']), 400, 'invalid_grant')
  assert.equal(await isAlive(servers[1], second['access_token']), false)
})

test('RT-13 whatever refreshes were under way when a revocation was acknowledged, nothing that they gave out works', async () => {
  for (let round = 0; round < 5; round++) {
    const first = await offlineTokens(servers[0])
    const family = await familyOf(servers[0], first['refresh_token'])
    const refreshes = Array.from({ length: 40 }, async (_, index) => await refresh(serverOf(index), first['refresh_token']))
    // Some of them have begun to read, some to write.
    for (let turn = 0; turn < round * 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    await database.stores.revocations?.add([family], servers[0].clock.now() + 1_000_000_000)
    const answers = await Promise.all(refreshes)
    for (const { status, body } of answers) {
      assert.ok(status === 200 || body['error'] === 'invalid_grant')
      if (status !== 200) continue
      assert.equal(await isAlive(servers[1], body['access_token']), false)
      assertError(await refresh(servers[1], body['refresh_token']), 400, 'invalid_grant')
    }
    assert.equal(await isAlive(servers[0], first['access_token']), false)
  }
})
