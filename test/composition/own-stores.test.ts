// A part brings a store: the storages keep its tables, its redemption decides in the transaction of the tokens, and nothing of it is there
// without the part.
import type { AnyPart, OwnStore, Storage } from '@symbolon/core-protocol'
import { documents } from '@symbolon/provisioning'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import type { CompositionCode, Provider, ProviderOptions } from '@symbolon/server'
import { libsql, openTables } from '@symbolon/storage-libsql'
import { openTables as openPostgresTables, postgres } from '@symbolon/storage-postgres'
import { moveTables } from '@symbolon/storage-sql'
import type { SqlStore } from '@symbolon/storage-sql'
import { clientSecret, createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { basicHeader } from '../support/code-flow.ts'
import { masterKey } from '../support/provider.ts'
import { issuer } from './compositions.ts'
import { voucherGrantType, voucherProtocol, vouchers, voucherUser } from './own-protocol.ts'
import type { VoucherStore } from './own-protocol.ts'

const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      humanUsers: [{ userId: voucherUser, user: { userName: 'ada', profile: { firstName: 'Ada', lastName: 'Lovelace' } } }],
      projects: [{ projectId: 'p', project: { name: 'P' } }],
      oidcApps: ['app', 'other'].map((id) => ({
        appId: id,
        clientId: id,
        clientSecret,
        app: { projectId: 'p', name: id, authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC', grantTypes: [voucherGrantType], redirectUris: [] },
      })),
    },
  ],
}

const folder = await mkdtemp(join(tmpdir(), 'symbolon-own-stores-'))
const programs = postgresPrograms()
const server = programs === undefined ? undefined : await startPostgres(programs)
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const fileUrl = (): string => `file:${join(folder, `${(files += 1)}.db`)}`

async function open(storage: Storage, parts: readonly AnyPart[], clock = createClock()): Promise<Provider> {
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const options: ProviderOptions = { issuer, masterKey, storage, parts, timers: false, now: clock.now, monotonic: clock.now, log }
  const provider = await createProvider({ ...options, documents: documents({ hashing: secretHashing() }) })
  await provider.apply(document)
  return provider
}

async function post(
  provider: Provider,
  path: string,
  fields: Readonly<Record<string, string>>,
  client = 'app',
): Promise<Record<string, unknown>> {
  const headers = { authorization: basicHeader(client, clientSecret) }
  const response = await provider.fetch(new Request(issuer + path, { method: 'POST', headers, body: new URLSearchParams(fields) }))
  return { status: response.status, ...((await response.json()) as object) }
}

async function aVoucher(provider: Provider): Promise<string> {
  const { voucher } = await post(provider, '/acme/vouchers', { scope: 'openid' })
  return String(voucher)
}

const redeem = async (provider: Provider, voucher: string, client?: string): Promise<Record<string, unknown>> =>
  await post(provider, '/oauth/v2/token', { grant_type: voucherGrantType, voucher }, client)

for (const [where, storageOf] of [
  ['in memory', async () => libsql({ url: ':memory:' })],
  ['in a file', async () => libsql({ url: fileUrl() })],
  ...(server === undefined ? [] : ([['in Postgres', async () => postgres({ url: await server.createDatabase() })]] as const)),
] as const) {
  describe(`a store that a part brings, ${where}`, () => {
    test('redeems once: of 30 concurrent requests with one voucher one gets tokens', async () => {
      const provider = await open(await storageOf(), voucherProtocol())
      try {
        for (const round of [1, 2, 3]) {
          const voucher = await aVoucher(provider)
          const answers = await Promise.all(Array.from({ length: 30 }, async () => await redeem(provider, voucher)))
          const spent = { status: 400, error: 'voucher_spent', error_description: 'The voucher is unknown, expired or spent.' }
          assert.equal(answers.filter(({ status }) => status === 200).length, 1, `round ${round}`)
          for (const answer of answers.filter(({ status }) => status !== 200)) assert.deepEqual(answer, spent)
        }
      } finally {
        await provider.close()
      }
    })

    test('refuses the voucher of another client, and leaves it to its own', async () => {
      const provider = await open(await storageOf(), voucherProtocol())
      try {
        const voucher = await aVoucher(provider)
        assert.equal((await redeem(provider, voucher, 'other'))['error'], 'voucher_spent')
        assert.equal((await redeem(provider, voucher))['status'], 200)
      } finally {
        await provider.close()
      }
    })

    test('has migrations that read rows and replace a table, in a new database and in an upgraded one', async () => {
      interface Tables {
        readonly acme_numbers: { readonly number: number; readonly twice: number | null }
        readonly acme_numbers_new: Tables['acme_numbers']
      }
      const release = (...names: readonly string[]): OwnStore => {
        const migrations: SqlStore<'vouchers', Tables>['migrations'] = {
          '001-numbers': async ({ table, integer }, db) => {
            await table('acme_numbers', (t) => integer(t, 'number'))
            await db
              .insertInto('acme_numbers')
              .values({ number: 21 } as never)
              .execute()
          },
          '002-twice': async ({ table, integer }, db) => {
            await table('acme_numbers_new', (t) => integer(integer(t, 'number'), 'twice', (column) => column))
            for (const { number } of await db.selectFrom('acme_numbers').select('number').execute())
              await db
                .insertInto('acme_numbers_new')
                .values({ number, twice: number * 2 })
                .execute()
            await db.schema.dropTable('acme_numbers').execute()
            await db.schema.alterTable('acme_numbers_new').renameTo('acme_numbers').execute()
          },
        }
        const open: SqlStore<'vouchers', Tables>['open'] = (db) => ({
          insert: async () => undefined,
          deleteExpired: async () => Number((await db.selectFrom('acme_numbers').select('twice').executeTakeFirstOrThrow()).twice),
        })
        const chosen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
        return { name: 'vouchers', forms: { sql: { migrations: chosen, open } } }
      }
      const releases = [release('001-numbers'), release('001-numbers', '002-twice')] as const
      for (const run of [releases.slice(1), releases]) {
        const storage = await storageOf()
        for (const own of run) {
          const opened = await storage.open(['vouchers'], [own])
          if (own === releases[1]) assert.equal(await opened.stores.vouchers?.deleteExpired(0, 1), 42)
          await opened.close()
        }
      }
    })

    test('redeems a kind that no other store redeems', async () => {
      const kinds = [['voucher', 'voucher'], ['code']] as const
      for (const each of kinds) {
        const own = each.map((kind, index): OwnStore => {
          const redeems = { kind, query: () => assert.fail('asked') } as NonNullable<SqlStore['redeems']>
          return { name: `own${index}` as 'vouchers', forms: { sql: { migrations: {}, open: () => ({}), redeems } } }
        })
        await assert.rejects((await storageOf()).open(['issuance'], own), /redeems '(?:voucher|code)'/)
      }
    })

    test('must return the row that it redeems: otherwise nothing is changed', async () => {
      const { sql } = vouchers.forms
      assert.ok(sql?.redeems !== undefined)
      let returns = false
      const query: Extract<NonNullable<SqlStore['redeems']>, { kind: 'voucher' }>['query'] = (db) => {
        const update = db.updateTable('acme_vouchers').set({ redeemed_at: 1 }).where('digest', '=', 'd').where('redeemed_at', 'is', null)
        return returns ? update.returning('digest').compile() : update.compile()
      }
      const own: OwnStore = { ...vouchers, forms: { sql: { ...sql, redeems: { kind: 'voucher', query } } } }
      const storage = await storageOf()
      const opened = await storage.open(['vouchers', 'issuance', 'accessTokens'], [own])
      await opened.stores.vouchers?.insert({ digest: 'd', clientId: 'app', expiresAt: 1000 })
      const redeem = async (): Promise<string | undefined> =>
        await opened.stores.issuance?.commit({ redeems: { kind: 'voucher', digest: 'd', clientId: 'app', now: 1 } })
      await assert.rejects(redeem, /redeems 'voucher' must change a row and return it/)
      returns = true
      assert.deepEqual([await redeem(), await redeem()], ['issued', 'invalid'])
      await opened.close()
    })

    test('may be an object of a class, whose methods use this', async () => {
      class Vouchers implements VoucherStore {
        readonly inserted: string[] = []
        async insert(voucher: { readonly digest: string }): Promise<void> {
          this.inserted.push(voucher.digest)
        }
        async deleteExpired(): Promise<number> {
          return this.inserted.length > 1 ? 1 : 0
        }
      }
      const opened = await (
        await storageOf()
      ).open(['vouchers'], [{ name: 'vouchers', forms: { sql: { migrations: {}, open: () => new Vouchers() } } }])
      try {
        assert.equal(await opened.stores.vouchers?.insert({ digest: 'a', clientId: 'app', expiresAt: 1 }), undefined)
        assert.equal(await opened.stores.vouchers?.deleteExpired(1, 1), 0)
      } finally {
        await opened.close()
      }
    })

    test('is swept by the provider', async () => {
      const clock = createClock()
      const storage = await storageOf()
      let store: { deleteExpired(now: number, limit: number): Promise<number> } | undefined
      const watched: Storage = {
        async open(names, own) {
          const opened = await storage.open(names, own)
          store = opened.stores.vouchers ?? store
          return opened
        },
      }
      const provider = await open(watched, voucherProtocol(), clock)
      try {
        await aVoucher(provider)
        await provider.tick()
        // The clock of deletion trusts a jump only after that time has passed by the monotonic clock as well.
        clock.advance(120)
        await provider.tick()
        clock.advance(3600)
        await provider.tick()
        assert.equal(await store?.deleteExpired(Number.MAX_SAFE_INTEGER, 10), 0, 'nothing is left to delete')
      } finally {
        await provider.close()
      }
    })
  })
}

test('a database is opened again with the store, without it, and with it', async () => {
  const url = fileUrl()
  const first = await open(libsql({ url }), voucherProtocol())
  const voucher = await aVoucher(first)
  await first.close()
  await (await open(libsql({ url }), [])).close()
  const again = await open(libsql({ url }), voucherProtocol())
  assert.equal((await redeem(again, voucher))['status'], 200)
  await again.close()
})

test('without the part there is no table, no endpoint, no discovery member and no grant type', async () => {
  const url = fileUrl()
  const provider = await open(libsql({ url }), [])
  assert.equal((await provider.fetch(new Request(`${issuer}/acme/vouchers`))).status, 404)
  const metadata = await (await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))).text()
  assert.doesNotMatch(metadata, /voucher/)
  await provider.close()
  const { db, close } = await openTables({ url })
  const names = (await db.introspection.getTables()).map(({ name }) => name)
  await close()
  assert.deepEqual(
    names.filter((name) => /voucher/i.test(name)),
    [],
  )
})

test('with the part, discovery has its member and its grant type', async () => {
  const provider = await open(libsql({ url: ':memory:' }), voucherProtocol())
  const metadata = (await (await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))).json()) as Record<
    string,
    unknown
  >
  assert.equal(metadata['voucher_endpoint'], `${issuer}/acme/vouchers`)
  assert.deepEqual(metadata['grant_types_supported'], [voucherGrantType])
  await provider.close()
})

test(
  'symbolon move takes the tables of a part that it knows, and refuses those of an unknown one',
  { skip: server === undefined },
  async () => {
    assert.ok(server !== undefined)
    const url = fileUrl()
    const provider = await open(libsql({ url }), voucherProtocol())
    const voucher = await aVoucher(provider)
    await provider.close()
    const target = await server.createDatabase()
    const move = async (own: readonly OwnStore[]): Promise<readonly string[]> => {
      const [from, to] = [await openTables({ url }), await openPostgresTables({ url: target })]
      try {
        return (await moveTables(from, to, () => undefined, own)).map(({ name }) => name)
      } finally {
        await from.close()
        await to.close()
      }
    }
    await assert.rejects(move([]), { code: 'storage_unsuitable', message: /stores vouchers, .* acme_vouchers\. .* moveTables/ })
    assert.ok((await move([vouchers])).includes('acme_vouchers'))
    const moved = await open(postgres({ url: target }), voucherProtocol())
    assert.equal((await redeem(moved, voucher))['status'], 200)
    await moved.close()
  },
)

describe('a composition is refused', () => {
  const refused = async (code: CompositionCode, parts: readonly AnyPart[], text: RegExp): Promise<void> => {
    await assert.rejects(open(libsql({ url: ':memory:' }), parts), (error: Error & { code?: string }) => {
      assert.equal(error.code, code)
      assert.match(error.message, text)
      return true
    })
  }
  const withStore = (brings: readonly OwnStore[]): readonly AnyPart[] => voucherProtocol().map((part) => ({ ...part, brings }))

  test('with two stores of one name, and with a store that has the name of a built-in one', async () => {
    await refused('duplicate_store', withStore([vouchers, { ...vouchers }]), /'vouchers'/)
    await refused('duplicate_store', withStore([vouchers, { ...vouchers, name: 'users' }]), /'users'/)
  })

  test('with a part that uses a store which no part brings', async () => {
    await refused('unknown_store', withStore([]), /'vouchers'/)
  })

  test('with a store that no part names in stores', async () => {
    const parts = voucherProtocol().map((part) => ({ ...part, stores: part.stores.filter((name) => name !== 'vouchers') }))
    await refused('invalid_part', parts as readonly AnyPart[], /'vouchers'/)
  })

  test('with a store that the storage cannot keep', async () => {
    await refused('storage_incomplete', withStore([{ name: 'vouchers', forms: {} }]), /vouchers.*forms must have one/)
  })

  test('with a storage that drops the second argument of open', async () => {
    const storage = libsql({ url: ':memory:' })
    const wrapping: Storage = { open: async (names) => await storage.open(names) }
    await assert.rejects(open(wrapping, voucherProtocol()), { code: 'storage_incomplete', message: /pass on the second argument of open/ })
  })
})
