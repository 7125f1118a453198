// How SQLite reads pages and searches of the directory: from indexes, in their order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery } from '@symbolon/core-protocol'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { directoryStore } from '../../storage-sql/src/directory/directory-store.ts'
import type { ResourceTables } from '../../storage-sql/src/resources/tables/resource-tables.ts'
import { libsql } from '../src/index.ts'
import { sqlDialect } from '../src/libsql.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

const compiled: CompiledQuery[] = []

/** Runs no query, and keeps each. */
class RecordingDriver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      async executeQuery(query) {
        compiled.push(query)
        return await connection.executeQuery(query)
      },
    }
  }
}

const directory = directoryStore(
  new Kysely<ResourceTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  sqlDialect,
  ['directory'],
)

const ofOrg = { orgId: 'o1' }
const places: readonly Pick<DirectoryQuery, 'orgId'>[] = [ofOrg, {}]
const states: readonly Pick<DirectoryQuery, 'state'>[] = [{}, { state: 'active' }]

test('a page of a list or of a search is read from an index in its order: nothing is scanned, and no more than a few rows are sorted', async () => {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(['directory'])).close()
  for (const kind of searchedKinds) {
    for (const place of places) {
      for (const state of states) {
        await directory.search({ kind, ...place, ...state, text: 'a', limit: 51 })
        await directory.search({ kind, ...place, ...state, text: 'a', limit: 51, after: { word: 'ab', id: 'u1' } })
      }
    }
    if (kind === 'org') continue
    await directory.page({ kind, ...ofOrg, limit: 51 })
    await directory.page({ kind, ...ofOrg, limit: 51, after: ['u1'] })
    await directory.get({ kind, key: ['u1'] })
  }
  await directory.page({ kind: 'humanUser', ...ofOrg, state: 'locked', limit: 51 })
  assert.ok(compiled.length > 50)
  await throughAnotherConnection(path, async (client) => {
    for (const { sql, parameters } of compiled) {
      const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: parameters.map(String) })
      const steps = rows.map(({ detail }) => String(detail))
      // Of few rows in a state, all are read, and what is found is sorted.
      if (sql.includes('cross join "searched_words"')) {
        assert.match(
          steps[0] ?? '',
          /^SEARCH users USING INDEX users_by_org_id_and_kind_and_state_and_user_id \(org_id=\? AND kind=\? AND state=\?/,
        )
        assert.match(
          steps[1] ?? '',
          /^SEARCH found USING COVERING INDEX searched_words_by_id_\w+ \(id=\? AND resource_kind=\? AND .*word>\?/,
        )
        assert.deepEqual(steps.slice(-1), ['USE TEMP B-TREE FOR ORDER BY'])
        continue
      }
      assert.ok(
        steps.every((step) => step.startsWith('SEARCH') || step === 'CORRELATED SCALAR SUBQUERY 1'),
        `${sql}\n${steps.join('\n')}`,
      )
      if (sql.includes('searched_words')) assert.match(steps[0] ?? '', /^SEARCH found USING (COVERING INDEX|PRIMARY KEY) .*word/)
    }
  })
})
