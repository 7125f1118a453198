// Which statements make cached lookups stale.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { changesGeneration } from '../src/index.ts'

const db = new Kysely<Record<string, { readonly id: string }>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const changes = ({ query }: CompiledQuery): boolean => changesGeneration(query)

/** The three ways of writing a table. */
const writes = (table: string): readonly CompiledQuery[] => [
  db
    .insertInto(table)
    .values({ id: 'x' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 'y' }))
    .compile(),
  db.updateTable(table).set({ id: 'x' }).where('id', '=', 'y').returningAll().compile(),
  db.deleteFrom(table).where('id', 'in', db.selectFrom(table).select('id').limit(1)).compile(),
]

test('a write to any table advances the generation, except to tables that no cached lookup reads', () => {
  const uncached = [
    'access_tokens',
    'assertion_ids',
    'audit_events',
    'authorization_codes',
    'authorization_requests',
    'factor_drafts',
    'known_browsers',
    'one_time_codes',
    'opaque_access_tokens',
    'passwords',
    'recovery_code_sets',
    'recovery_codes',
    'refresh_tokens',
    'revocations',
    'sessions',
    'sign_in_attempts',
    'skipped_offers',
  ]
  for (const table of uncached) assert.deepEqual(writes(table).map(changes), [false, false, false], table)
  for (const table of ['users', 'orgs', 'org_domains', 'applications', 'project_grants', 'instance_policies', 'features', 'signing_keys']) {
    assert.deepEqual(writes(table).map(changes), [true, true, true], table)
  }
})

test('a write to the table of a part, which no cached lookup reads, does not advance the generation', () => {
  assert.deepEqual(writes('acme_vouchers').map(changes), [false, false, false])
})

test('a statement that is not a plain write of one table advances the generation', () => {
  assert.equal(changes(sql`update access_tokens set id = 1`.compile(db)), true)
  assert.equal(changes(db.schema.dropTable('sessions').compile()), true)
  assert.equal(changes(db.updateTable('sessions as s').set({ id: 'x' }).compile()), true)
  assert.equal(changes(db.deleteFrom(['sessions', 'users']).compile()), true)
  assert.equal(changes(db.mergeInto('sessions').using('users', 'users.id', 'sessions.id').whenMatched().thenDelete().compile()), true)
})

test('a query does not advance the generation', () => {
  assert.equal(changes(db.selectFrom('users').selectAll().compile()), false)
})
