// Concurrent polls, decisions and requests, on both databases.
import { digest } from '@symbolon/core-protocol'
import type { OpenStorage, Storage } from '@symbolon/core-protocol'
import { deviceAuthorizations } from '@symbolon/grants-device'
import type { DeviceDecision, NewDeviceAuthorization } from '@symbolon/grants-device'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../../packages/storage-postgres/test/postgres-server.ts'
import { begin, decide, poll, startDeviceProvider } from '../../support/device.ts'
import { assertError } from '../../support/signed-in.ts'

const folder = await mkdtemp(join(tmpdir(), 'symbolon-device-'))
const programs = postgresPrograms()
const server = programs === undefined ? undefined : await startPostgres(programs)
after(async () => await rm(folder, { recursive: true }))
let files = 0

const storages: readonly (readonly [string, () => Promise<Storage>])[] = [
  ['libSQL', async () => libsql({ url: `file:${join(folder, `${(files += 1)}.db`)}` })],
  ...(server === undefined ? [] : ([['Postgres', async () => postgres({ url: await server.createDatabase() })]] as const)),
]

const times = async <T>(count: number, work: (index: number) => Promise<T>): Promise<readonly T[]> =>
  await Promise.all(Array.from({ length: count }, async (_, index) => await work(index)))

const room = { perClient: 10, perNetwork: 20, all: 10_000 }
const authorization = (name: string, more: Partial<NewDeviceAuthorization> = {}): NewDeviceAuthorization => ({
  digest: digest(name),
  userCodeDigest: digest(`user code ${name}`),
  clientId: 'tv',
  scope: ['openid', 'email'],
  twoFactors: false,
  source: '203.0.113.9',
  device: { system: 'Linux', network: '203.0.113.0/24' },
  createdAt: 1000,
  expiresAt: 301_000,
  ...more,
})
const approved: DeviceDecision = {
  kind: 'approved',
  userId: 'alice',
  authorizationId: 'a',
  sessionId: 's',
  authenticatedAt: 1,
  decidedAt: 2,
  acr: '1',
  amr: ['pwd'],
  validity: 'v',
}

for (const [name, storageOf] of storages) {
  describe(`on ${name}`, () => {
    test('DV-06 of 50 concurrent polls of an approved device one gets tokens', async () => {
      const provider = await startDeviceProvider({ storage: await storageOf() })
      try {
        const begun = await begin(provider)
        await decide(provider, begun)
        const answers = await times(50, async () => await poll(provider, begun.deviceCode))
        assert.equal(answers.filter(({ status }) => status === 200).length, 1)
        for (const answer of answers.filter(({ status }) => status !== 200)) assertError(answer, 400, 'invalid_grant')
      } finally {
        await provider.close()
      }
    })

    async function withStore(work: (stores: Required<Pick<OpenStorage['stores'], 'deviceAuthorizations' | 'issuance'>>) => Promise<void>) {
      const opened = await (await storageOf()).open(['accessTokens', 'deviceAuthorizations', 'issuance'], [deviceAuthorizations])
      const { deviceAuthorizations: store, issuance } = opened.stores
      assert.ok(store !== undefined && issuance !== undefined)
      try {
        await work({ deviceAuthorizations: store, issuance })
      } finally {
        await opened.close()
      }
    }

    test('a request is found by its device code, and by its user code until it is decided or expires', async () => {
      await withStore(async ({ deviceAuthorizations: store }) => {
        const { userCodeDigest, source: _source, ...stored } = authorization('one')
        assert.equal(await store.insert(authorization('one'), room), 'stored')
        assert.equal(await store.insert(authorization('two', { userCodeDigest }), room), 'taken')
        assert.deepEqual(await store.find(digest('one')), { ...stored, redeemed: false })
        assert.deepEqual(await store.findWaiting(userCodeDigest, 300_999), { ...stored, redeemed: false })
        assert.equal(await store.findWaiting(userCodeDigest, 301_000), undefined)
        assert.equal(await store.decide(digest('one'), approved, 301_000), false, 'after the expiry')
        assert.equal(await store.decide(digest('one'), approved, 2000), true)
        assert.equal(await store.findWaiting(userCodeDigest, 2000), undefined)
        assert.deepEqual((await store.find(digest('one')))?.decision, approved)
      })
    })

    test('DV-06 of 20 concurrent decisions one is stored', async () => {
      await withStore(async ({ deviceAuthorizations: store }) => {
        await store.insert(authorization('one'), room)
        const decisions = await times(20, async (index) =>
          store.decide(digest('one'), index % 2 === 0 ? approved : { kind: 'denied' }, 2000),
        )
        assert.equal(decisions.filter(Boolean).length, 1)
      })
    })

    test('a redemption takes an approved request of its client, once, and until it expires', async () => {
      await withStore(async ({ deviceAuthorizations: store, issuance }) => {
        const redeem = async (code: string, more: object = {}) =>
          await issuance.commit({ redeems: { kind: 'device_code', digest: digest(code), clientId: 'tv', now: 3000, ...more } })
        for (const code of ['approved', 'denied', 'waiting']) await store.insert(authorization(code), room)
        await store.decide(digest('approved'), approved, 2000)
        await store.decide(digest('denied'), { kind: 'denied' }, 2000)
        for (const code of ['denied', 'waiting', 'unknown']) assert.equal(await redeem(code), 'invalid', code)
        assert.equal(await redeem('approved', { clientId: 'radio' }), 'invalid')
        assert.equal(await redeem('approved', { now: 301_000 }), 'invalid')
        assert.equal((await store.find(digest('approved')))?.redeemed, false, 'a refused redemption burns nothing')
        assert.deepEqual((await times(20, async () => await redeem('approved'))).filter((outcome) => outcome === 'issued').length, 1)
        assert.equal((await store.find(digest('approved')))?.redeemed, true)
      })
    })

    test('DV-05 requests of a client wait up to a number in a network, and requests of all clients up to a larger one', async () => {
      await withStore(async ({ deviceAuthorizations: store }) => {
        const insert = async (each: string, more: Partial<NewDeviceAuthorization> = {}) =>
          await store.insert(authorization(each, more), room)
        for (let index = 0; index < 10; index++) assert.equal(await insert(`tv ${index}`), 'stored')
        assert.equal(await insert('tv 10'), 'full')
        for (let index = 0; index < 10; index++) assert.equal(await insert(`radio ${index}`, { clientId: `radio ${index}` }), 'stored')
        assert.equal(await insert('more', { clientId: 'more' }), 'full')
        assert.equal(await insert('elsewhere', { source: '198.51.100.1' }), 'stored')
        await store.decide(digest('tv 0'), { kind: 'denied' }, 2000)
        assert.equal(await insert('tv 11'), 'stored', 'a decided request waits no more')
        assert.equal(await insert('later', { createdAt: 301_000, expiresAt: 601_000 }), 'stored', 'an expired one neither')
      })
    })

    test('DV-05 at the limit of all requests the network with the most loses its oldest, and a small one nothing', async () => {
      await withStore(async ({ deviceAuthorizations: store }) => {
        const narrow = { perClient: 1000, perNetwork: 1000, all: 64 }
        await store.insert(authorization('honest', { source: 'honest' }), narrow)
        for (let index = 0; index < 200; index++)
          await store.insert(authorization(`flood ${index}`, { expiresAt: 301_000 + index }), narrow)
        const kept = await times(200, async (index) => (await store.find(digest(`flood ${index}`))) !== undefined)
        assert.ok(kept.filter(Boolean).length < 64)
        assert.deepEqual([kept[0], kept[199]], [false, true])
        assert.ok((await store.find(digest('honest'))) !== undefined)
      })
    })

    test('expired requests are removed', async () => {
      await withStore(async ({ deviceAuthorizations: store }) => {
        for (const each of ['one', 'two', 'three']) await store.insert(authorization(each), room)
        assert.equal(await store.deleteExpired(300_999, 10), 0)
        assert.equal(await store.deleteExpired(301_000, 2), 2)
        assert.equal(await store.deleteExpired(301_000, 2), 1)
      })
    })
  })
}
