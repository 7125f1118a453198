// How SQLite reads pages and searches of the directory: from indexes, in their order. And how it finds the owners for each change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DirectoryConflict, searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery, Resource } from '@symbolon/core-protocol'
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
  for (const after of [{}, { after: { word: 'ab', id: 'u1' } }])
    await directory.search({ kind: 'humanUser', ...ofOrg, state: 'locked', text: 'a', limit: 51, ...after })
  assert.ok(compiled.length > 50)
  let ofState = 0
  let inInstance = 0
  await throughAnotherConnection(path, async (client) => {
    for (const { sql, parameters } of compiled) {
      const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: parameters.map(String) })
      const steps = rows.map(({ detail }) => String(detail))
      assert.ok(
        steps.every((step) => step.startsWith('SEARCH') || /^CORRELATED SCALAR SUBQUERY \d$/.test(step)),
        `${sql}\n${steps.join('\n')}`,
      )
      // The index of the instance holds all that decides which words are on the page.
      const ofInstance = sql.includes('"found"."listed" = 1')
      const inState = sql.includes('"found"."state" = ?')
      if (ofInstance) inInstance += 1
      if (inState) ofState += 1
      const index = ofInstance
        ? /^SEARCH found USING COVERING INDEX searched_words_by_\w+ \(resource_kind=\? AND .*word/
        : inState
          ? /^SEARCH found USING COVERING INDEX searched_words_by_\w+ \(org_id=\? AND resource_kind=\? AND state=\? AND .*word/
          : /^SEARCH found USING PRIMARY KEY \(org_id=\? AND resource_kind=\? AND .*word/
      if (sql.includes('searched_words')) assert.match(steps.find((step) => step.includes('found')) ?? '', index)
      if (sql.includes('large_organizations')) assert.match(steps[0] ?? '', /^SEARCH large USING PRIMARY KEY \(resource_kind=\?\)/)
    }
  })
  assert.equal(ofState, 2)
  // With and without a state, the first page and a later page.
  assert.equal(inInstance, searchedKinds.length * 4)
})

test('the owners are found from the members of the instance, so that a change costs the same however many users are stored', async () => {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(['directory'])).close()
  compiled.length = 0
  const user: Resource = { kind: 'humanUser', key: ['u1'], orgId: 'o1', content: { userId: 'u1', user: { userName: 'ann' } } }
  await assert.rejects(directory.apply({ put: [user], remove: [] }, 0), DirectoryConflict)
  const query = compiled.find(({ sql }) => sql.includes('"instance_members"'))
  assert.ok(query !== undefined)
  await throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute({ sql: `explain query plan ${query.sql}`, args: query.parameters.map(String) })
    assert.deepEqual(
      rows.map(({ detail }) => String(detail).replace(/ USING.*/, '')),
      ['SCAN instance_members', 'SEARCH users', 'SEARCH orgs'],
    )
  })
})

test('a search finds the users in a state page by page, however many are in it', async () => {
  const storage = await libsql({ url: ':memory:' }).open(['directory'])
  const { directory: stored } = storage.stores
  assert.ok(stored !== undefined)
  const inactive = Array.from({ length: 2100 }, (_, index) => index)
  const states = { USER_STATE_INACTIVE: inactive, USER_STATE_LOCKED: [1, 2, 3], USER_STATE_ACTIVE: [1, 2, 3] }
  const put = Object.entries(states).flatMap(([state, numbers]) =>
    numbers.map((number): Resource => {
      const userId = `${state}-${number}`
      const user = { userName: `${userId}@mail.example`, profile: { firstName: `Ann ${number % 7}`, lastName: 'Anders' } }
      return { kind: 'humanUser', key: [userId], orgId: 'o1', content: { userId, state, user } }
    }),
  )
  await stored.apply(
    { put: [{ kind: 'org', key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'One' } } }, ...put], remove: [] },
    1000,
  )
  const found: { readonly word: string; readonly id: string }[] = []
  for (;;) {
    const after = found.at(-1)
    const page = await stored.search({
      kind: 'humanUser',
      ...ofOrg,
      state: 'inactive',
      text: 'an',
      limit: 500,
      ...(after === undefined ? {} : { after }),
    })
    found.push(...page.map(({ word, key: [id = ''] }) => ({ word, id })))
    if (page.length < 500) break
  }
  assert.equal(new Set(found.map(({ id }) => id)).size, 2100)
  assert.equal(found.length, 2100)
  assert.ok(found.every(({ id }) => id.startsWith('USER_STATE_INACTIVE')))
  const ordered = found.toSorted((one, other) => (one.word === other.word ? (one.id < other.id ? -1 : 1) : one.word < other.word ? -1 : 1))
  assert.deepEqual(found, ordered)
  assert.equal((await stored.search({ kind: 'humanUser', ...ofOrg, state: 'locked', text: 'an', limit: 500 })).length, 3)
  await storage.close()
})

test('a word that a removed organization left behind finds no user of another organization', async () => {
  const path = temporaryPath()
  const open = async () => await libsql({ url: `file:${path}` }).open(['directory'])
  const orgs = ['o1', 'o2'].map((orgId): Resource => ({ kind: 'org', key: [orgId], orgId, content: { orgId, org: { name: orgId } } }))
  const user: Resource = { kind: 'humanUser', key: ['u1'], orgId: 'o1', content: { userId: 'u1', user: { userName: 'ann' } } }
  const first = await open()
  await first.stores.directory?.apply({ put: [...orgs, user], remove: [] }, 1000)
  await first.close()
  await throughAnotherConnection(path, async (client) => {
    await client.execute("insert into searched_words values ('o2', 'humanUser', 'anders', 'u1', 0, 1, null)")
  })
  const { stores, close } = await open()
  const found = async (orgId?: string): Promise<readonly unknown[] | undefined> =>
    await stores.directory?.search({ kind: 'humanUser', ...(orgId === undefined ? {} : { orgId }), text: 'an', limit: 10 })
  assert.equal((await found('o2'))?.length, 0)
  assert.equal((await found('o1'))?.length, 1)
  assert.equal((await found())?.length, 1)
  await close()
})
