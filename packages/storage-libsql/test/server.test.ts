// A libSQL server: the conformance kit over http, and several processes on one database, also over WebSockets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@libsql/client'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Awaitable, Resource } from '@symbolon/core-protocol'
import { storageConformance } from '@symbolon/test-kit'
import { migrate } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { Kysely, sql } from 'kysely'
import type { LibsqlDatabase } from '../src/database.ts'
import { executeTogether, libsqlDialect } from '../src/dialect.ts'
import { libsql, openTables } from '../src/index.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openRemoteDatabase } from '../src/remote-database.ts'
import { allStores } from './all-stores.ts'
import { kitTickets } from './kit-tickets.ts'
import { startProgram } from './program.ts'
import { code, redemption, refreshToken, token } from './records.ts'
import { sqldBinary, startSqld } from './sqld-server.ts'
import { temporaryPath } from './temporary-file.ts'
import { longTier } from './tier.ts'

const binary = sqldBinary()
/** Milliseconds. A slow machine takes longer over hundreds of concurrent calls than the limit of a service. The programs wait as long. */
const waitLimit = 60_000

if (binary === undefined) {
  test('libSQL server', { skip: `there is no sqld for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startSqld(binary)

  // The statements are those of a file. What differs is how several of them become one transaction, which the tests below show. The kit on
  // this server takes as long as on all others together, so only the long tier runs it.
  if (longTier) {
    storageConformance('on a libSQL server', (names, own) => libsql({ url: `http://${server.host}`, waitLimit }).open(names, own), {
      own: kitTickets,
      shared: { stores: allStores, empty: server.deleteRows },
    })
  }

  test('a probe writes, and returns the time of the server', async () => {
    await server.dropTables()
    const storage = await libsql({ url: `http://${server.host}`, waitLimit }).open(['instance'])
    for (let round = 0; round < 2; round += 1) {
      // The clocks are one, so that only milliseconds are cut off.
      const before = Date.now()
      const probed = await storage.probe?.()
      assert.ok(probed?.time !== undefined && probed.time >= before && probed.time <= Date.now(), `${before} ${probed?.time}`)
    }
    await storage.close()
  })

  test('a probe fails while the server takes no writes, although it reads', async () => {
    const url = `http://${server.host}`
    const storage = await libsql({ url, waitLimit: 1000 }).open(['instance'])
    const client = createClient({ url })
    const holder = await client.transaction('write')
    await holder.execute('select 1')
    await assert.rejects(storage.probe?.() ?? Promise.resolve(), StorageUnavailable)
    await storage.stores.instance?.get('anything')
    holder.close()
    client.close()
    await storage.close()
  })

  test('RL-04 two processes on one server redeem 300 codes exactly once each', { timeout: 300_000 }, async () => {
    await server.dropTables()
    const url = `http://${server.host}`
    const storage = await libsql({ url, waitLimit }).open(['accessTokens', 'authorizationCodes', 'issuance'])
    const digests = Array.from({ length: 300 }, (_, index) => `code-${index}`)
    for (let start = 0; start < digests.length; start += 50) {
      await Promise.all(digests.slice(start, start + 50).map(async (digest) => storage.stores.authorizationCodes?.insert(code(digest))))
    }
    const programs = [startProgram('redeem', [url]), startProgram('redeem', [`ws://${server.host}`])]
    for (const program of programs) assert.equal(await program.line(), 'ready')
    programs.forEach((program, index) => program.say((index === 0 ? digests : digests.toReversed()).join(' ')))
    const won = await Promise.all(programs.map(async (program) => (await program.line()).split(' ').filter((digest) => digest !== '')))
    await Promise.all(programs.map(({ ended }) => ended))
    assert.deepEqual(won.flat().toSorted(), digests.toSorted())
    assert.equal(await storage.stores.issuance?.commit({ redeems: redemption('code-0') }), 'reused')
    await storage.close()
  })

  test('RT-03 two processes on one server rotate 100 refresh tokens once each, and repeat', { timeout: 300_000 }, async () => {
    await server.dropTables()
    const url = `http://${server.host}`
    const storage = await libsql({ url, waitLimit }).open(['accessTokens', 'issuance', 'refreshTokens'])
    const families = Array.from({ length: 100 }, (_, index) => `family-${index}`)
    for (const id of families) await storage.stores.issuance?.commit({ refreshToken: refreshToken(id, 'first') })
    const programs = [startProgram('rotate', [url]), startProgram('rotate', [`ws://${server.host}`])]
    for (const program of programs) assert.equal(await program.line(), 'ready')
    for (const program of programs) program.say(families.join(' '))
    const outcomes = (await Promise.all(programs.map(async (program) => (await program.line()).split(' ')))).flat()
    await Promise.all(programs.map(({ ended }) => ended))
    assert.equal(outcomes.length, 600)
    const rotated = outcomes.filter((each) => each.endsWith(':issued'))
    assert.deepEqual(rotated.toSorted(), families.map((id) => `${id}:issued`).toSorted())
    assert.deepEqual(
      outcomes.filter((each) => !/:(issued|repeated)$/.test(each)),
      [],
    )
    await storage.close()
  })

  test('a client that one process deactivates is refused by another process at its next use', { timeout: 300_000 }, async () => {
    await server.dropTables()
    const url = `http://${server.host}`
    const storage = await libsql({ url, waitLimit }).open(['clients', 'directory', 'users'])
    const organization = (orgState: string): Resource => ({
      kind: 'org',
      key: ['acme'],
      orgId: 'acme',
      content: { orgId: 'acme', org: { name: 'Acme' }, orgState },
    })
    const users: readonly Resource[] = [
      { kind: 'humanUser', key: ['ada'], orgId: 'acme', content: { userId: 'ada', user: { userName: 'ada', profile: {} } } },
      { kind: 'machineUser', key: ['robot'], orgId: 'acme', content: { userId: 'robot', user: { userName: 'robot', name: 'Robot' } } },
    ]
    await storage.stores.directory?.apply({ put: [organization('ORG_STATE_ACTIVE'), ...users], remove: [] }, 1)
    const program = startProgram('look-up', [`ws://${server.host}`])
    assert.equal(await program.line(), 'ready')
    const ask = async (): Promise<string> => {
      program.say('again')
      return program.line()
    }
    for (let round = 0; round < 5; round += 1) {
      assert.equal(await ask(), 'ada robot')
      await storage.stores.directory?.apply({ put: [organization('ORG_STATE_INACTIVE')], remove: [] }, 2)
      assert.equal(await ask(), 'undefined undefined')
      await storage.stores.directory?.apply({ put: [organization('ORG_STATE_ACTIVE')], remove: [] }, 3)
    }
    program.kill('SIGKILL')
    await program.ended
    await storage.close()
  })

  test('the tables of a new database on a server are created by one request', async () => {
    await server.dropTables()
    const database = await openRemoteDatabase({ kind: 'server', url: `http://${server.host}`, authToken: undefined, waitLimit })
    const requests: string[] = []
    const counted =
      <T extends readonly unknown[], R>(kind: string, request: (...args: T) => Awaitable<R>) =>
      (...args: T): Promise<R> => {
        requests.push(kind)
        return Promise.resolve(request(...args))
      }
    const counting: LibsqlDatabase = {
      ...database,
      read: counted('read', database.read),
      write: counted('write', database.write),
      begin: counted('begin', database.begin),
    }
    await migrate(new Kysely<Database>({ dialect: libsqlDialect(counting) }), allStores, {
      ...sqlDialect,
      executeTogether: executeTogether(counting),
    })
    assert.deepEqual(requests, ['read', 'write'])
    await database.close()
  })

  test('RL-17 two processes migrate one server at the same time', { timeout: 300_000 }, async () => {
    for (let round = 0; round < 2; round += 1) {
      await server.dropTables()
      const url = `http://${server.host}`
      const programs = [startProgram('open-all', [url]), startProgram('open-all', [url])]
      for (const program of programs) assert.equal(await program.line(), 'ready')
      for (const program of programs) program.say('go')
      assert.deepEqual(await Promise.all(programs.map((program) => program.line())), ['open', 'open'])
      await Promise.all(programs.map(({ ended }) => ended))
      const storage = await libsql({ url, waitLimit }).open(allStores)
      await storage.stores.issuance?.commit({ accessToken: token(`round ${round}`) })
      assert.notEqual(await storage.stores.accessTokens?.find(token(`round ${round}`).number), undefined)
      await storage.close()
      assert.deepEqual(await migrationsOf(url), await migrationsOf(`file:${await migratedFile()}`))
    }
  })

  test('the file of a server that has ended opens as a database file, as `symbolon move` reads it', async () => {
    await server.dropTables()
    const storage = await libsql({ url: `http://${server.host}`, waitLimit }).open(['instance'])
    await storage.stores.instance?.setIfAbsent('name', 'value')
    await storage.close()
    const tables = await openTables({ url: `file:${await server.stop()}`, create: false })
    assert.deepEqual(await sql`select name, value from instance where name = 'name'`.execute(tables.db).then(({ rows }) => rows), [
      { name: 'name', value: 'value' },
    ])
    await tables.close()
  })
}

async function migratedFile(): Promise<string> {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(allStores)).close()
  return path
}

async function migrationsOf(url: string): Promise<readonly string[]> {
  const client = createClient({ url })
  const tables = await client.execute("select name from sqlite_master where name like 'migrations_of_%' order by name")
  const names: string[] = []
  for (const { name: table } of tables.rows) {
    const { rows } = await client.execute(`select name from ${String(table)} order by name`)
    names.push(...rows.map(({ name }) => `${String(table)} ${String(name)}`))
  }
  client.close()
  return names
}
