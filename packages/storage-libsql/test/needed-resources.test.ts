// The tables of resources that a store reads or writes are the tables that it states. The kit calls every method of every store.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoreName } from '@symbolon/core-protocol'
import { migrate, openStores } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { storageConformance } from '@symbolon/test-kit'
import { Kysely } from 'kysely'
import type { LibsqlDatabase } from '../src/database.ts'
import { libsqlDialect } from '../src/dialect.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { allStores } from './all-stores.ts'
import { kitTickets } from './kit-tickets.ts'

const open = async (names: readonly StoreName[], work: (database: LibsqlDatabase) => Promise<void>): Promise<void> => {
  const database = await openLocalDatabase(':memory:', 5000)
  await migrate(new Kysely<Database>({ dialect: libsqlDialect(database) }), names, sqlDialect)
  await work(database).finally(() => database.close())
}

/** The tables without those of the migrator, which a composition with the stores has. */
const tablesFor = async (names: readonly StoreName[]): Promise<readonly string[]> => {
  const tables: string[] = []
  await open(names, async (database) => {
    const { rows } = await database.read({
      sql: "select name from sqlite_schema where type = 'table' and name not like 'migration%'",
      args: [],
    })
    tables.push(...rows.map((row) => String(Object.values(row)[0])))
  })
  return tables
}

const resources = new Set(await tablesFor(['directory']))

describe('the tables of resources', () => {
  const used = new Map(allStores.map((name) => [name, new Set<string>()]))

  const recording: Parameters<typeof storageConformance>[1] = async (names, own) => {
    const database = await openLocalDatabase(':memory:', 5000)
    await migrate(new Kysely<Database>({ dialect: libsqlDialect(database) }), names, sqlDialect, own)
    const stores = names.flatMap((name) => {
      const db = new Kysely<Database>({
        dialect: libsqlDialect(database),
        log({ query: { sql } }) {
          for (const [, quoted = ''] of sql.matchAll(/"(\w+)"/g)) if (resources.has(quoted)) used.get(name)?.add(quoted)
        },
      })
      const store = openStores(db, names, sqlDialect, own)[name]
      return store === undefined ? [] : [[name, store]]
    })
    return { stores: Object.fromEntries(stores), close: () => database.close() }
  }
  storageConformance('that records its statements', recording, { own: kitTickets })

  for (const name of allStores)
    test(`that ${name} uses are the tables that it states`, async () => {
      const stated = new Set(await tablesFor([name]))
      assert.deepEqual(
        [...(used.get(name) ?? [])].filter((table) => !stated.has(table)),
        [],
      )
      if (name === 'clients') assert.ok((used.get(name)?.size ?? 0) > 10)
    })

  for (const name of allStores)
    test(`that tables of ${name} reference exist with ${name} alone`, async () => {
      await open([name], async (database) => {
        const { rows } = await database.read({ sql: "select name from sqlite_schema where type = 'table'", args: [] })
        const tables = rows.map((row) => String(Object.values(row)[0]))
        for (const table of tables) {
          const { rows: keys } = await database.read({ sql: 'select "table" from pragma_foreign_key_list(?)', args: [table] })
          for (const key of keys) assert.ok(tables.includes(String(Object.values(key)[0])), `${table} references a missing table`)
        }
      })
    })
})
