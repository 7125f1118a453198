// What this package adds to the stores: connections that are lost, limits, several processes, and the start.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageStartError, StorageUnavailable } from '@symbolon/core-protocol'
import type { OpenStorage, Resource, StoreName } from '@symbolon/core-protocol'
import { Client } from 'pg'
import { postgres } from '../src/index.ts'
import type { PostgresOptions } from '../src/index.ts'
import { code, redemption, refreshToken, rotation, token } from '../../storage-libsql/test/records.ts'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else storageTests(await startPostgres(programs))

function storageTests(server: PostgresServer): void {
  async function withStorage(
    names: readonly StoreName[],
    run: (storage: OpenStorage, url: string) => Promise<void>,
    options: Partial<PostgresOptions> = {},
  ): Promise<void> {
    const url = await server.createDatabase()
    const storage = await postgres({ url, ...options }).open(names)
    try {
      await run(storage, url)
    } finally {
      await storage.close()
    }
  }

  test('RL-04 five instances redeem 100 codes exactly once each', async () => {
    const url = await server.createDatabase()
    const names = ['accessTokens', 'authorizationCodes', 'issuance'] as const
    const instances = await Promise.all(Array.from({ length: 5 }, async () => await postgres({ url, poolSize: 4 }).open(names)))
    const digests = Array.from({ length: 100 }, (_, index) => `code-${index}`)
    await Promise.all(digests.map(async (digest) => await instances[0]?.stores.authorizationCodes?.insert(code(digest))))
    const outcomes = await Promise.all(
      digests.flatMap((digest) =>
        instances.map(async ({ stores }, number) => {
          const accessToken = token(`${digest}/${number}`)
          return await stores.issuance?.commit({ redeems: redemption(digest), accessToken })
        }),
      ),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 100)
    assert.equal(outcomes.filter((outcome) => outcome === 'reused').length, 400)
    const [stored] = await server.run(url, 'select count(*)::int as count from opaque_access_tokens')
    assert.equal(stored?.['count'], 100)
    await Promise.all(instances.map(async (instance) => await instance.close()))
  })

  test('a code that another instance has redeemed counts as reused, also while it is in the memory of this one', async () => {
    const url = await server.createDatabase()
    const names = ['authorizationCodes', 'issuance'] as const
    const [issuer, redeemer] = await Promise.all([postgres({ url }).open(names), postgres({ url }).open(names)])
    const stored = { ...code('a'), rememberedUntil: 10_000 }
    const presented = { digest: 'a', clientId: redemption('a').clientId, now: redemption('a').now }
    await issuer.stores.authorizationCodes?.insert(stored)
    assert.equal(await redeemer.stores.issuance?.commit({ redeems: redemption('a'), accessToken: token('a') }), 'issued')
    assert.deepEqual(await issuer.stores.authorizationCodes?.find(presented), { code: stored, redeemed: false })
    const expired = { ...presented, now: stored.expiresAt }
    assert.deepEqual(await issuer.stores.authorizationCodes?.find(expired), { code: stored, redeemed: true })
    assert.equal(await issuer.stores.issuance?.commit({ redeems: redemption('a'), accessToken: token('b') }), 'reused')
    assert.deepEqual(await issuer.stores.authorizationCodes?.find(presented), { code: stored, redeemed: true })
    await Promise.all([issuer.close(), redeemer.close()])
  })

  test('HO-16 what is stored in one schema of a database is not found in another', async () => {
    const url = await server.createDatabase()
    const names = ['accessTokens', 'authorizationCodes', 'issuance', 'instance', 'signingKeys'] as const
    const schemas = ['acme', 'globex'].map(async (schema) => {
      await server.run(url, `create schema ${schema}`)
      return await postgres({ url: `${url}${url.includes('?') ? '&' : '?'}options=-c%20search_path%3D${schema}`, poolSize: 2 }).open(names)
    })
    const [acme, globex] = await Promise.all(schemas)
    await acme?.stores.authorizationCodes?.insert(code('of acme'))
    const redeem = async (at: OpenStorage | undefined): Promise<unknown> =>
      await at?.stores.issuance?.commit({ redeems: redemption('of acme'), accessToken: token('of acme') })
    assert.notEqual(await redeem(globex), 'issued')
    assert.equal(await redeem(acme), 'issued')
    await Promise.all([acme?.close(), globex?.close()])
    assert.deepEqual(await server.run(url, "select 1 from pg_tables where schemaname = 'public'"), [])
  })

  test('RT-03 five instances rotate one refresh token once, and repeat', async () => {
    const url = await server.createDatabase()
    const instances = await Promise.all(
      Array.from({ length: 5 }, async () => await postgres({ url, poolSize: 4 }).open(['accessTokens', 'issuance', 'refreshTokens'])),
    )
    await instances[0]?.stores.issuance?.commit({ refreshToken: refreshToken('family', 'first') })
    const rotations = Array.from({ length: 20 }, (_, index) => instances[index % 5])
    const outcomes = await Promise.all(
      rotations.map(async (instance) => await instance?.stores.issuance?.commit({ redeems: rotation('family', 'first', 'second') })),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 1)
    assert.equal(outcomes.filter((outcome) => outcome === 'repeated').length, 19)
    await Promise.all(instances.map(async (instance) => await instance.close()))
  })

  test('RL-17 four instances create the tables of one database at the same time, and migrate it again', async () => {
    const url = await server.createDatabase()
    const open = async (): Promise<void> => await (await postgres({ url }).open(allStores)).close()
    await Promise.all([open(), open(), open(), open()])
    const records = await migrations(url)
    assert.ok(records.length > 20)
    // As an older release has left it.
    await server.run(url, 'drop table mail_counts; drop table mailed_codes')
    await server.run(url, "delete from migrations_of_mail where name >= '002-mailed-codes'")
    await Promise.all([open(), open(), open(), open()])
    assert.deepEqual(await migrations(url), records)
    const locks = await server.run(url, "select 1 from pg_locks where locktype = 'advisory'")
    assert.deepEqual(locks, [])
  })

  async function migrations(url: string): Promise<readonly unknown[]> {
    const tables = await server.run(url, "select tablename from pg_tables where tablename like 'migrations_of_%' order by tablename")
    const union = tables.map(({ tablename }) => `select '${String(tablename)}' as of, name from ${String(tablename)}`).join(' union all ')
    return await server.run(url, `${union} order by 1, 2`)
  }

  test('a database that a later release has expanded is used, and one that it has contracted is refused', async () => {
    const url = await server.createDatabase()
    const open = async (): Promise<void> => await (await postgres({ url }).open(['sessions'])).close()
    await open()
    await server.run(url, "insert into migrations_of_sessions values ('998-expanded', '2030-01-01')")
    await open()
    await server.run(url, "insert into migrations_of_sessions values ('999-contracted.needs-998', '2030-01-01')")
    await assert.rejects(postgres({ url }).open(['sessions']), { code: 'storage_newer' })
  })

  test('text is compared by bytes whatever the collation of the database is, and flags and times are numbers', async () => {
    const url = await server.createDatabase("template template0 locale_provider icu icu_locale 'en-US'")
    const storage = await postgres({ url }).open(['directory'])
    const put = ['b', 'A', 'a', 'B'].map((id): Resource => ({
      kind: 'org',
      key: [id],
      orgId: id,
      content: { orgId: id, org: { name: id } },
    }))
    await storage.stores.directory?.apply({ put, remove: [] }, 1)
    const snapshot = await storage.stores.directory?.snapshot()
    const listed = await snapshot?.page('org', undefined, 10, undefined)
    assert.deepEqual(
      listed?.map(({ orgId }) => orgId),
      ['A', 'B', 'a', 'b'],
    )
    await snapshot?.close()
    await storage.close()
    const [type] = await server.run(
      url,
      "select count(*)::int as others from pg_attribute join pg_class on pg_class.oid = attrelid join pg_collation c on c.oid = attcollation where relkind = 'r' and relnamespace = 'public'::regnamespace and atttypid = 'text'::regtype and collname <> 'C'",
    )
    assert.equal(type?.['others'], 0)
  })

  test('a database in another encoding, one that does not exist, and a server that is not there are refused with what to do', async () => {
    const latin = await server.createDatabase("template template0 encoding 'LATIN1' locale_provider libc locale 'C'")
    await assert.rejects(postgres({ url: latin }).open([]), { code: 'storage_unsuitable', message: /encoding LATIN1.*encoding 'UTF8'/ })
    const missing = latin.replace(/[^/]+$/, 'missing')
    await assert.rejects(postgres({ url: missing }).open([]), { code: 'storage_unreachable', message: /missing does not exist. Create it/ })
    await assert.rejects(postgres({ url: 'postgres://ann@127.0.0.1:1/db' }).open([]), StorageStartError)
    await assert.rejects(postgres({ url: latin, tls: 'verify-full' }).open([]), { code: 'storage_unreachable', message: /TLS|SSL/ })
  })

  test('a user who may not create tables gets an error that says so', async () => {
    const url = await server.createDatabase()
    await server.run(url, 'create role reader login')
    await assert.rejects(postgres({ url: url.replace('symbolon@', 'reader@') }).open(['sessions']), {
      code: 'storage_unwritable',
      message: /reader may not create tables/,
    })
  })

  test('a server that ends every connection costs the calls under way; those after them succeed', async () => {
    await withStorage(['instance'], async ({ stores }, url) => {
      await stores.instance?.setIfAbsent('name', 'value')
      await server.run(
        url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      // The pool may not have heard of it yet.
      const read = async (): Promise<unknown> => await stores.instance?.get('name')
      await read().catch((error: unknown) => assert.ok(error instanceof StorageUnavailable))
      await read().catch((error: unknown) => assert.ok(error instanceof StorageUnavailable))
      assert.equal(await read(), 'value')
    })
  })

  test('a probe returns the time of the server, and the load counts the connections', async () => {
    await withStorage(['instance'], async ({ probe, load }) => {
      // The server is on this machine: its clock is that of this process, to the microsecond.
      const before = Date.now()
      const time = (await probe?.())?.time
      assert.ok(time !== undefined && time >= before - 1 && time <= Date.now() + 1, `${before} ${time}`)
      assert.deepEqual(load?.(), {
        connections: { busy: 0, idle: 1, waiting: 0 },
        repeatedCalls: 0,
        groups: { count: 0, writes: 0 },
        lookups: { fromDatabase: 0, fromMemory: 0 },
      })
    })
  })

  test('a server that falls silent is given up in time, and is used again when it answers', async () => {
    const proxy = await startFaultProxy(Number(server.host.split(':')[1]))
    const url = (await server.createDatabase()).replace(server.host, proxy.host)
    const storage = await postgres({ url, statementTimeout: 100, waitLimit: 60_000 }).open(['instance'])
    await storage.stores.instance?.setIfAbsent('name', 'value')
    proxy.silence(true)
    await assert.rejects(async () => await storage.stores.instance?.get('name'), StorageUnavailable)
    proxy.silence(false)
    assert.equal(await storage.stores.instance?.get('name'), 'value')
    await storage.close()
    await proxy.close()
  })

  test('a statement that waits too long for a lock is cancelled by the server, and the storage goes on', async () => {
    await withStorage(
      ['instance'],
      async ({ stores }, url) => {
        await stores.instance?.setIfAbsent('name', 'value')
        const other = new Client({ connectionString: url })
        await other.connect()
        await other.query('begin; lock table instance')
        await assert.rejects(async () => await stores.instance?.get('name'), StorageUnavailable)
        await other.end()
        assert.equal(await stores.instance?.get('name'), 'value')
      },
      { statementTimeout: 200 },
    )
  })

  test('a table that a later release changes while this one runs costs no call', async () => {
    await withStorage(['sessions'], async ({ stores }, url) => {
      const list = async (): Promise<unknown> => await stores.sessions?.list('user-agent', 1)
      assert.deepEqual(await list(), [])
      await server.run(url, 'alter table sessions add column later text')
      assert.deepEqual(await list(), [])
    })
  })

  test('closing ends an open snapshot, and calls after it are unavailable', async () => {
    const url = await server.createDatabase()
    const storage = await postgres({ url }).open(['directory', 'instance'])
    const snapshot = await storage.stores.directory?.snapshot()
    await storage.close()
    await assert.rejects(async () => await snapshot?.page('org', undefined, 10, undefined), StorageUnavailable)
    await assert.rejects(async () => await storage.stores.instance?.get('name'), StorageUnavailable)
    await snapshot?.close()
  })
}
