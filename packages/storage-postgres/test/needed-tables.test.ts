// Instances with different parts on one database: each gets the tables that it needs, and they may start at the same moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreName } from '@symbolon/core-protocol'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { postgres } from '../src/index.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)

  const open = async (url: string, names: readonly StoreName[]): Promise<void> => {
    await (await postgres({ url }).open(names)).close()
  }

  /** Columns, indexes and foreign keys. */
  const schema = async (url: string): Promise<readonly string[]> => {
    const rows = await server.run(
      url,
      `select text from (
      select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as text
        from information_schema.columns where table_schema = 'public'
      union select indexdef from pg_indexes where schemaname = 'public'
      union select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      ) as definitions (text) order by text collate "C"`,
    )
    return rows.map(({ text }) => String(text))
  }

  const tables = async (url: string): Promise<readonly unknown[]> =>
    (
      await server.run(
        url,
        "select tablename from pg_tables where schemaname = 'public' and tablename !~ '^(migration|recent)' order by tablename collate \"C\"",
      )
    ).map(({ tablename }) => tablename)

  test('a database gets the tables of stores that are added later, in any order', async () => {
    const [whole, grown] = [await server.createDatabase(), await server.createDatabase()]
    await open(whole, allStores)
    await open(grown, ['signInAttempts'])
    assert.deepEqual(await tables(grown), ['sign_in_attempts'])
    await open(grown, ['consoleSessions'])
    assert.deepEqual(await tables(grown), ['console_sessions', 'orgs', 'sign_in_attempts', 'users'])
    await open(grown, allStores)
    assert.deepEqual(await schema(grown), await schema(whole))
    await open(grown, ['signInAttempts'])
    assert.deepEqual(await schema(grown), await schema(whole))
  })

  test('instances that start at the same moment, on an empty database and on one with some of the tables, get what each needs', async () => {
    const whole = await server.createDatabase()
    await open(whole, allStores)
    for (const first of [[], ['signInAttempts']] as const) {
      const url = await server.createDatabase()
      if (first.length > 0) await open(url, first)
      const each: readonly (readonly StoreName[])[] = [
        ['clients'],
        ['users', 'userGrants'],
        ['policies'],
        allStores,
        ['passkeys'],
        allStores,
      ]
      await Promise.all(each.map(async (names) => await open(url, names)))
      assert.deepEqual(await schema(url), await schema(whole))
    }
  })
}
