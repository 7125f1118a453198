// A database has the tables of resources that its compositions have needed so far: it gets others when a store needs them, keeps what it has, and is
// migrated as a whole.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import type { StoreName } from '@symbolon/core-protocol'
import type { Database } from '@symbolon/storage-sql'
import { Kysely } from 'kysely'
import { creationOf, migrateGroups } from '../../storage-sql/src/migrate.ts'
import { createdTables } from '../../storage-sql/src/needed-tables.ts'
import type { TableGroup } from '../../storage-sql/src/needed-tables.ts'
import { neededResources } from '../../storage-sql/src/resources/needed-resources.ts'
import { schemaOf } from '../../storage-sql/src/sql/schema.ts'
import type { Migrations } from '../../storage-sql/src/sql/schema.ts'
import { allMigrations } from '../../storage-sql/src/stores.ts'
import { makePrivately } from '../src/database-files.ts'
import { libsqlDialect } from '../src/dialect.ts'
import { libsql } from '../src/index.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { allStores } from './all-stores.ts'
import { temporaryPath } from './temporary-file.ts'

const resources = allMigrations(sqlDialect)['resources'] ?? assert.fail()

async function open(path: string, names: readonly StoreName[]): Promise<void> {
  await (await libsql({ url: `file:${path}` }).open(names)).close()
}

async function migrate(path: string, group: TableGroup): Promise<void> {
  makePrivately(path)
  const database = await openLocalDatabase(path, 5000)
  try {
    await migrateGroups(new Kysely<Database>({ dialect: libsqlDialect(database) }), new Map([['resources', group]]), sqlDialect)
  } finally {
    await database.close()
  }
}

/** Tables and indexes with their definitions. */
function schema(path: string): readonly string[] {
  return query(path, "select name || ': ' || sql as text from sqlite_schema where sql is not null order by name").map(({ text }) =>
    String(text),
  )
}

function query(path: string, sql: string): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(path)
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

function tables(path: string): readonly string[] {
  const rows = query(path, "select name from sqlite_schema where type = 'table' and name not like 'migration%' order by name")
  return rows.map(({ name }) => String(name))
}

const whole = async (): Promise<readonly string[]> => {
  const path = temporaryPath()
  await open(path, allStores)
  return schema(path)
}

test('a store that needs one table brings one table', async () => {
  const path = temporaryPath()
  await open(path, ['signInAttempts'])
  assert.deepEqual(tables(path), ['sign_in_attempts'])
})

test('a database gets the tables of stores that are added later, and keeps its rows and its tables without them', async () => {
  const path = temporaryPath()
  await open(path, ['signInAttempts', 'instance'])
  query(path, "insert into sign_in_attempts (attempt_key, failed_attempts, last_attempt_at, expires_at) values ('k', 1, 2, 3) returning 1")
  await open(path, ['users', 'organizations'])
  assert.deepEqual(tables(path), ['instance', 'org_domains', 'orgs', 'sign_in_attempts', 'spellings', 'users'])
  await open(path, allStores)
  assert.deepEqual(schema(path), await whole())
  await open(path, ['instance'])
  await open(path, ['signInAttempts'])
  assert.deepEqual(schema(path), await whole())
  assert.deepEqual(
    query(path, 'select failed_attempts from sign_in_attempts').map(({ failed_attempts: count }) => count),
    [1],
  )
})

for (const names of [['signInAttempts'], ['clients', 'userGrants'], ['policies'], ['passwords'], ['directory']] as const) {
  test(`a database with ${names.join(' and ')} is migrated from each earlier state as a new one`, async () => {
    const fresh = temporaryPath()
    const needed = neededResources(names)
    await migrate(fresh, { migrations: resources, needed })
    const expected = schema(fresh)
    const all = Object.entries(resources).sort(([one], [other]) => (one < other ? -1 : 1))
    for (let count = 1; count < all.length; count += 1) {
      const path = temporaryPath()
      const earlier = Object.fromEntries(all.slice(0, count))
      const there = await tablesAfter(earlier)
      await migrate(path, { migrations: earlier, needed: needed.filter((table) => there.includes(table)) })
      await migrate(path, { migrations: resources, needed })
      assert.deepEqual(schema(path), expected, `after ${all[count - 1]?.[0]}`)
    }
  })
}

/** The tables of a state of the group. */
async function tablesAfter(migrations: Migrations): Promise<readonly string[]> {
  const database = await openLocalDatabase(':memory:', 5000)
  const db = new Kysely<Database>({ dialect: libsqlDialect(database) })
  const statements = await creationOf(db, new Map([['resources', { migrations }]]))
  await database.close()
  return createdTables(statements)
}

describe('a later migration', () => {
  const later = (up: Migrations[string]['up']): Migrations => ({ ...resources, '900-later': { up } })

  test('changes tables that the database lacks, and leaves them absent', async () => {
    const path = temporaryPath()
    await open(path, ['users'])
    const before = tables(path)
    const migrations = later(async (db) => {
      const { addText, table } = schemaOf(db, sqlDialect)
      await addText('passwords', 'added')
      await addText('users', 'added')
      await table('new_table', (t) => t.addColumn('id', 'text', (column) => column.primaryKey()))
    })
    await migrate(path, { migrations, needed: neededResources(['users']) })
    assert.deepEqual(tables(path), before)
    await migrate(path, { migrations, needed: ['passwords', 'new_table'] })
    assert.deepEqual(tables(path), [...before, 'new_table', 'passwords'].sort())
    assert.match(schema(path).join('\n'), /passwords: .*"added" text/)
  })

  test('keeps a table that it fills from rows, also when the composition does not need it', async () => {
    const path = temporaryPath()
    await open(path, ['organizations'])
    query(path, "insert into orgs (org_id, name, active, content, created_at, changed_at) values ('o', 'O', 1, '{}', 0, 0) returning 1")
    const migrations = later(async (db) => {
      await schemaOf(db, sqlDialect).table('org_names', (t) => t.addColumn('name', 'text', (column) => column.primaryKey()))
      const typed = db.$extendTables<{ orgs: { name: string }; org_names: { name: string } }>()
      await typed.insertInto('org_names').columns(['name']).expression(typed.selectFrom('orgs').select('name')).execute()
    })
    await migrate(path, { migrations, needed: ['orgs'] })
    assert.deepEqual(
      query(path, 'select name from org_names').map(({ name }) => name),
      ['O'],
    )
  })

  test('of a later release is accepted, unless a table is missing', async () => {
    const path = temporaryPath()
    await open(path, ['users'])
    await migrate(path, { migrations: later(async () => undefined), needed: ['users'] })
    await open(path, ['users', 'organizations'])
    await assert.rejects(open(path, ['users', 'clients']), { code: 'storage_newer' })
  })
})
