// Who wins is decided by a condition and the row that it returns, never by a count of rows: databases count an update that changes
// nothing differently, and what two requests write may be the same. https://www.sqlite.org/c3ref/changes.html
import { pendingRequestLimit } from '@symbolon/core-protocol'
import type { AuthorizationCode, Stores } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { packageSources } from '../architecture/sources.ts'
import { databaseFile } from '../support/database-file.ts'

const names = [
  'authorizationCodes',
  'authorizationRequests',
  'assertionIds',
  'issuance',
  'refreshTokens',
  'signingKeys',
  'instance',
] as const

const now = 1_800_000_000_000

const code: AuthorizationCode = {
  digest: 'd',
  authorizationId: 'a',
  clientId: 'c',
  redirectUri: 'https://app.example/cb',
  userId: 'u',
  sessionId: 's',
  scope: ['openid'],
  authenticatedAt: now,
  amr: ['pwd'],
  acr: '1',
  issuedAt: now,
  expiresAt: now + 60_000,
  rememberedUntil: now + 600_000,
}

describe('decisions', () => {
  for (const [where, open] of [
    ['in memory', () => Promise.resolve({ storage: libsql({ url: ':memory:' }), dispose: () => undefined })],
    ['in a file', databaseFile],
  ] as const) {
    describe(where, () => {
      let stores: Partial<Stores>
      let end: () => Promise<void>
      before(async () => {
        const { storage, dispose } = await open()
        const opened = await storage.open(names)
        stores = opened.stores
        end = async () => {
          await opened.close()
          dispose()
        }
      })
      after(async () => await end())

      /** Twenty at once, all writing the very same: so many won. */
      async function winners(run: () => Promise<boolean> | undefined): Promise<number> {
        return (await Promise.all(Array.from({ length: 20 }, async () => await run()))).filter((won) => won === true).length
      }

      test('DB-04 of equal redemptions of a code in one millisecond one wins', async () => {
        await stores.authorizationCodes?.insert(code)
        const redeems = { kind: 'code', digest: 'd', clientId: 'c', now } as const
        assert.equal(await winners(async () => (await stores.issuance?.commit({ redeems })) === 'issued'), 1)
        assert.equal(await stores.issuance?.commit({ redeems }), 'reused')
      })

      test('DB-04 a request is bound once, also to the browser that has it already', async () => {
        await stores.authorizationRequests?.insert(
          {
            id: 'r',
            createdAt: now,
            expiresAt: now + 60_000,
            request: {
              clientId: 'c',
              redirectUri: 'https://app.example/cb',
              responseType: 'code',
              responseMode: 'query',
              scope: ['openid'],
              prompt: [],
              uiLocales: [],
            },
          },
          { source: 'test', limit: pendingRequestLimit },
        )
        assert.equal(await winners(() => stores.authorizationRequests?.bind('r', 'same')), 1)
        assert.equal(await winners(async () => (await stores.authorizationRequests?.take('r', now)) !== undefined), 1)
      })

      test('DB-04 an assertion id is new once, with the same expiry or another', async () => {
        assert.equal(await winners(() => stores.assertionIds?.add('i', now)), 1)
        assert.equal(await stores.assertionIds?.add('i', now + 1), false)
      })

      test('DB-04 a refresh token that would be followed by itself rotates, and equal rotations rotate once', async () => {
        const family = {
          id: 'f',
          authorizationId: 'a',
          clientId: 'c',
          subject: 'u',
          scope: ['openid'],
          audience: ['c'],
          issuedAt: now,
          endsAt: now + 9e6,
        }
        await stores.issuance?.commit({ refreshToken: { family, digest: 'first', expiresAt: now + 9e6, familiesKept: 1000 } })
        const redeems = {
          kind: 'rotation',
          family: 'f',
          clientId: 'c',
          digest: 'first',
          successor: 'second',
          now,
          expiresAt: now + 9e6,
          repeatableUntil: now + 10_000,
        } as const
        assert.equal(await winners(async () => (await stores.issuance?.commit({ redeems })) === 'issued'), 1)
        assert.equal(await stores.issuance?.commit({ redeems }), 'repeated')
      })

      test('DB-04 a value of the instance is set once, and every caller gets it', async () => {
        const values = Array.from({ length: 20 }, (_, index) => `value ${index % 10}`)
        const set = await Promise.all(values.map(async (value) => await stores.instance?.setIfAbsent('once', value)))
        assert.deepEqual([...new Set(set)], [await stores.instance?.get('once')], 'every caller gets the stored value')
      })
    })
  }

  test('DB-04 no store asks how many rows a statement touched', () => {
    const counting = /\bnum(Affected|Updated|Deleted|Changed|InsertedOrUpdated)Rows\b|\browCount\b|\browsAffected\b/
    const sources = packageSources.filter(({ folder }) => folder === 'storage-sql')
    assert.ok(sources.length > 20)
    assert.deepEqual(
      sources.filter(({ text }) => counting.test(text)).map(({ path }) => path),
      [],
    )
  })
})
