// Of any number of concurrent answers of one pushed request one gets its code, on both databases, and across instances.
import type { Storage } from '@symbolon/core-protocol'
import { pushedRequestStore } from '@symbolon/pushed-requests'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import { createClock } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../../packages/storage-postgres/test/postgres-server.ts'
import { authorize, redeem } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { pushed, pushedUrl, startPushProvider } from '../../support/pushing.ts'

const folder = await mkdtemp(join(tmpdir(), 'symbolon-pushed-'))
const programs = postgresPrograms()
const server = programs === undefined ? undefined : await startPostgres(programs)
after(async () => await rm(folder, { recursive: true }))
let files = 0

const places: readonly (readonly [string, () => Promise<() => Storage>])[] = [
  [
    'libSQL',
    async () => {
      const url = `file:${join(folder, `${(files += 1)}.db`)}`
      return () => libsql({ url })
    },
  ],
  ...(server === undefined
    ? []
    : ([
        [
          'Postgres',
          async () => {
            const url = await server.createDatabase()
            return () => postgres({ url })
          },
        ],
      ] as const)),
]

/** A browser in which Alice is signed in. */
async function signedIn(provider: TestProvider): Promise<UserAgent> {
  const agent = provider.newUserAgent()
  await authorize(provider, {}, agent)
  return agent
}

const codesOf = (pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ redirectedTo }) => redirectedTo?.searchParams.get('code') ?? [])

for (const [name, makeStorage] of places) {
  describe(`on ${name}`, () => {
    test('PA-12 of 50 concurrent visits of a signed-in user one gets a code, which is redeemed', async () => {
      const provider = await startPushProvider({ storage: (await makeStorage())() })
      const agent = await signedIn(provider)
      for (let round = 0; round < 3; round += 1) {
        const url = pushedUrl(provider, await pushed(provider))
        const pages = await Promise.all(Array.from({ length: 50 }, async () => await agent.get(url)))
        const codes = codesOf(pages)
        assert.equal(codes.length, 1, `round ${round}`)
        assert.equal(pages.filter(({ status, redirectedTo }) => status === 400 && redirectedTo === undefined).length, 49)
        assert.equal((await redeem(provider, codes[0] ?? '')).status, 200)
      }
      await provider.close()
    })

    test('PA-12 of 20 sign-ins that end at the same time one gets a code', async () => {
      const provider = await startPushProvider({ storage: (await makeStorage())() })
      const agent = await signedIn(provider)
      const fields = { client_id: 'basic', request_uri: await pushed(provider) }
      const held = await Promise.all(
        Array.from({ length: 20 }, async () => await agent.post(`${provider.issuer}/oauth/v2/authorize`, fields, { follow: false })),
      )
      const targets = held.map(({ headers, url }) => new URL(headers.get('location') ?? '', url))
      assert.equal(new Set(targets.map(String)).size, 20)
      assert.equal(codesOf(await Promise.all(targets.map(async (target) => await agent.get(target)))).length, 1)
      await provider.close()
    })

    test('a request that was pushed before a restart is answered after it', async () => {
      const makeOne = await makeStorage()
      const clock = createClock()
      const before = await startPushProvider({ storage: makeOne(), clock })
      const uri = await pushed(before)
      await before.close()
      const after = await startPushProvider({ storage: makeOne(), clock })
      const agent = await signedIn(after)
      assert.equal(codesOf([await agent.get(pushedUrl(after, uri))]).length, 1)
      assert.equal(codesOf([await agent.get(pushedUrl(after, uri))]).length, 0)
      await after.close()
    })

    test('PA-13 at the limit, the oldest requests go: of the owner with the most, and of its client with the most', async () => {
      const opened = await (await makeStorage())().open(['pushedRequests'], [pushedRequestStore])
      const store = opened.stores.pushedRequests
      assert.ok(store !== undefined)
      const asked = {
        redirectUri: 'https://app.example/cb',
        responseType: 'code',
        responseMode: 'query',
        scope: ['openid'],
        prompt: [],
      } as const
      const insert = async (owner: string, clientId: string, count: number): Promise<void> => {
        const request = { ...asked, clientId, uiLocales: [] }
        const times = { createdAt: count, expiresAt: 1_000_000, keptUntil: 1_000_000 }
        // 160 KiB hold about 135 rows of this length.
        await store.insert({ digest: `${clientId}-${count}`, clientId, owner, request, ...times }, 160 * 1024)
      }
      for (let count = 0; count < 5; count += 1) await insert('quiet', 'quiet', count)
      for (let count = 0; count < 400; count += 1) {
        await insert('loud', 'loud', count)
        if (count % 80 === 0) await insert('loud', 'sibling', count)
      }
      const kept = async (clientId: string, counts: readonly number[]): Promise<readonly number[]> => {
        const found = await Promise.all(counts.map(async (count) => await store.find({ digest: `${clientId}-${count}`, clientId }, 1)))
        return counts.filter((_count, index) => found[index] !== undefined)
      }
      assert.deepEqual(await kept('quiet', [0, 1, 2, 3, 4]), [0, 1, 2, 3, 4])
      assert.deepEqual(await kept('sibling', [0, 80, 160, 240, 320]), [0, 80, 160, 240, 320])
      const loud = await kept(
        'loud',
        Array.from({ length: 400 }, (_, index) => index),
      )
      assert.ok(loud.length > 50 && loud.length < 140, String(loud.length))
      assert.deepEqual(
        loud,
        Array.from({ length: loud.length }, (_, index) => 400 - loud.length + index).sort((a, b) => a - b),
        'the newest',
      )
      await opened.close()
    })

    test('expired requests are swept once no sign-in can need them', async () => {
      const storage = (await makeStorage())()
      const provider = await startPushProvider({ storage, lifetimes: { authorizationRequest: 60 } })
      const left = async (): Promise<number> => {
        const store = provider.storage.stores.pushedRequests
        assert.ok(store !== undefined)
        return await store.deleteExpired(provider.clock.now(), 100)
      }
      await pushed(provider)
      const sweep = async (seconds: number): Promise<void> => {
        // The clock of deletion trusts a jump only after that time has passed by the monotonic clock as well.
        for (let step = 0; step < 2; step += 1) {
          provider.clock.advance(step === 0 ? seconds : 60)
          await provider.provider.tick()
        }
      }
      await sweep(86_400)
      provider.clock.advance(120)
      assert.equal(await left(), 1, 'it is kept while its sign-in may start again')
      await pushed(provider)
      await sweep(90_000)
      await sweep(90_000)
      assert.equal(await left(), 0, 'the sweep has removed it')
      await provider.close()
    })
  })
}

test('PA-12 of two instances on one database one answers', { skip: server === undefined }, async () => {
  const makeStorage = await places[1]![1]()
  const [one, other] = [await startPushProvider({ storage: makeStorage() }), await startPushProvider({ storage: makeStorage() })]
  const [first, second] = [await signedIn(one), await signedIn(other)]
  for (let round = 0; round < 5; round += 1) {
    const url = pushedUrl(one, await pushed(one))
    const visits = [first, second].flatMap((agent) => Array.from({ length: 10 }, async () => await agent.get(url)))
    assert.equal(codesOf(await Promise.all(visits)).length, 1, `round ${round}`)
  }
  await one.close()
  await other.close()
})
