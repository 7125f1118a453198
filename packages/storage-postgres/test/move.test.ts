// Moves between a file and Postgres: every table that a full service has, and what is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTables } from '@symbolon/storage-sql'
import type { MovedTable, OpenTables } from '@symbolon/storage-sql'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { tableNames, temporaryPath, throughAnotherConnection } from '../../storage-libsql/test/temporary-file.ts'
import { libsql, openTables as openFileTables } from '../../storage-libsql/src/index.ts'
import { openTables, postgres } from '../src/index.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)

  /** The tables of stores in a file, as SQLite lists them. */
  const tablesIn = async (path: string): Promise<readonly string[]> =>
    (await tableNames(path)).filter((name) => !/^(?:migration|sqlite)/.test(name))

  const run = async (path: string, sql: string, args: readonly (string | number | bigint | null)[] = []): Promise<Rows> =>
    await throughAnotherConnection(path, async (client) => plain((await client.execute({ sql, args: [...args] })).rows))

  /** A file with every table of a full service. */
  async function migratedFile(): Promise<string> {
    const path = temporaryPath()
    await (await libsql({ url: `file:${path}` }).open(allStores)).close()
    return path
  }

  async function move(from: string, to: string): Promise<readonly MovedTable[]> {
    const open = async (url: string): Promise<OpenTables> =>
      url.startsWith('file:') ? await openFileTables({ url, create: url === to }) : await openTables({ url })
    const source = await open(from)
    try {
      const target = await open(to)
      try {
        return await moveTables(source, target, () => undefined)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  }

  const tablesOf = async (url: string): Promise<readonly unknown[]> =>
    (await server.run(url, 'select tablename from pg_tables where schemaname = \'public\' order by tablename collate "C"')).map(
      ({ tablename }) => tablename,
    )

  test('every row of every table is moved to Postgres, and back to a file', async () => {
    const path = await migratedFile()
    const tables = await tablesIn(path)
    await throughAnotherConnection(path, async (client) => {
      await client.execute('pragma foreign_keys = off')
      for (const table of tables) {
        const { rows: columns } = await client.execute({
          sql: 'select type, "notnull" as required from pragma_table_info(?)',
          args: [table],
        })
        const sql = `insert into "${table}" values (${columns.map(() => '?').join(', ')})`
        // Texts that are alike reference one another.
        const full = columns.map(({ type }): string | bigint => (type === 'TEXT' ? unusual : BigInt(Number.MAX_SAFE_INTEGER)))
        const bare = columns.map(({ type, required }) => (required === 0 ? null : type === 'TEXT' ? '' : -1n))
        const more = table === 'audit_events' ? Array.from({ length: 1100 }, (_, number) => full.with(0, `n${number}`)) : []
        await client.batch([full, bare, ...more].map((args) => ({ sql, args })))
      }
    })

    const url = await server.createDatabase()
    const moved = await move(`file:${path}`, url)
    assert.deepEqual(moved.map(({ name }) => name).toSorted(), tables)
    assert.deepEqual(
      await tablesOf(url),
      (await tableNames(path)).filter((name) => !name.startsWith('sqlite_')),
    )
    const back = temporaryPath()
    const movedBack = await move(url, `file:${back}`)
    assert.deepEqual(movedBack, moved)
    for (const table of tables) {
      const rows = await run(path, `select * from "${table}"`)
      assert.equal(rows.length, table === 'audit_events' ? 1102 : 2)
      assert.equal(moved.find(({ name }) => name === table)?.rows, rows.length)
      assert.deepEqual(sorted(plain(await server.run(url, `select * from "${table}"`))), sorted(rows), table)
      assert.deepEqual(sorted(await run(back, `select * from "${table}"`)), sorted(rows), table)
    }
    const storage = await postgres({ url }).open(allStores)
    assert.equal(await storage.stores.instance?.get(unusual), unusual)
    await storage.close()
  })

  test('nothing is moved into a database that has tables, nor out of one that is in use or empty', async () => {
    const path = await migratedFile()
    const occupied = await server.createDatabase()
    await server.run(occupied, 'create table kept (id text primary key)')
    await assert.rejects(move(`file:${path}`, occupied), { code: 'storage_exists', message: /has the table kept/ })
    assert.deepEqual(await tablesOf(occupied), ['kept'])
    const url = await server.createDatabase()
    await assert.rejects(move(`file:${temporaryPath()}`, url), { code: 'storage_missing' })
    const used = await libsql({ url: `file:${path}` }).open(['instance'])
    await assert.rejects(move(`file:${path}`, url), { code: 'storage_locked' })
    await used.close()
    await assert.rejects(move(url, `file:${temporaryPath()}`), { code: 'storage_missing', message: /holds no instance/ })
    const storage = await postgres({ url }).open(['instance'])
    await storage.stores.instance?.get('any')
    await assert.rejects(move(url, `file:${temporaryPath()}`), { code: 'storage_locked', message: /^A service has 1 connections/ })
    await storage.close()
  })

  test('tables that this release does not know are not left out: the move is refused', async () => {
    const added = await migratedFile()
    await run(added, 'create table later (id text primary key)')
    const expanded = await migratedFile()
    await run(expanded, "insert into migrations_of_sessions values ('999-later', '2026-01-01')")
    const url = await server.createDatabase()
    for (const path of [added, expanded])
      await assert.rejects(move(`file:${path}`, url), { code: 'storage_newer', message: /A later release/ })
    assert.deepEqual(await tablesOf(url), [])
  })

  test('a row that Postgres cannot store leaves the target as empty as it was', async () => {
    const path = await migratedFile()
    // An index of Postgres holds keys of at most 2704 bytes.
    const long = Array.from({ length: 4000 }, () => crypto.randomUUID()).join('')
    await run(path, 'insert into instance values (?, ?)', [long, 'value'])
    const url = await server.createDatabase()
    await assert.rejects(move(`file:${path}`, url), { code: 'storage_unsuitable', message: /table instance cannot be stored there/ })
    assert.deepEqual(await tablesOf(url), [])
  })
}

const unusual = 'é𝄞"\'\\\n'

type Rows = readonly Readonly<Record<string, string | null>>[]

/** Numbers as text: drivers differ. */
function plain(rows: readonly object[]): Rows {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]: [string, unknown]) => [name, value === null ? null : String(value)])),
  )
}

function sorted(rows: Rows): readonly string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row))).toSorted()
}
