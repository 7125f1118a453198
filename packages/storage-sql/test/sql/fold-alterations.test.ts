// What creates a table and changes it later becomes one statement where that leaves the same table behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Compilable, RootOperationNode } from 'kysely'
import { foldAlterations } from '../../src/sql/fold-alterations.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

interface Statement extends Compilable {
  toOperationNode(): RootOperationNode
}

function folded(...statements: readonly Statement[]): readonly string[] {
  const compiler = new SqliteQueryCompiler()
  return foldAlterations(statements.map((statement) => statement.toOperationNode())).map(
    (statement, index) => compiler.compileQuery(statement, { queryId: String(index) }).sql,
  )
}

const create = db.schema.createTable('users').addColumn('id', 'text').addColumn('name', 'text')

test('added columns come last, and dropped ones are left out', () => {
  assert.deepEqual(
    folded(
      create,
      db.schema.createIndex('users_by_name').on('users').column('name'),
      db.schema.alterTable('users').addColumn('mail', 'text', (column) => column.notNull().defaultTo('')),
      db.schema.alterTable('users').dropColumn('id'),
    ),
    [`create table "users" ("name" text, "mail" text default '' not null)`, 'create index "users_by_name" on "users" ("name")'],
  )
})

test('an index that is dropped again is never created', () => {
  assert.deepEqual(
    folded(
      create,
      db.schema.createIndex('users_by_name').on('users').column('name'),
      db.schema.createIndex('users_by_id').on('users').column('id'),
      db.schema.dropIndex('users_by_name'),
    ),
    ['create table "users" ("id" text, "name" text)', 'create index "users_by_id" on "users" ("id")'],
  )
})

test('a table that is dropped again is never created, and one of the same name that comes later is', () => {
  assert.deepEqual(
    folded(
      create,
      db.schema.createIndex('users_by_name').on('users').column('name'),
      db.schema.createTable('orgs').addColumn('id', 'text'),
      db.schema.dropTable('users'),
      db.schema.createTable('users').addColumn('key', 'text'),
    ),
    ['create table "orgs" ("id" text)', 'create table "users" ("key" text)'],
  )
})

test('other statements stay in their order', () => {
  const others = [
    create,
    db.schema.alterTable('orgs').addColumn('name', 'text'),
    db.schema.alterTable('users').renameTo('people'),
    db.schema.alterTable('users').renameColumn('id', 'key'),
    db.schema.dropIndex('orgs_by_name'),
    db.schema.dropTable('users'),
  ]
  assert.deepEqual(
    folded(...others),
    others.map((statement) => statement.compile().sql),
  )
})
