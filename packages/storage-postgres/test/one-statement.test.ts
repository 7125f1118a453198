// Queries that take effect together are one statement.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { oneStatement } from '../src/one-statement.ts'

interface Things {
  readonly things: { readonly id: string; readonly used: number }
}

const db = new Kysely<Things>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const use = db.updateTable('things').set({ used: 1 }).where('id', '=', 'old').where('used', '=', 0).returning('id').compile()
const add = (id: string): CompiledQuery => db.insertInto('things').values({ id, used: 0 }).compile()

test('what is inserted comes from the row of the condition', () => {
  assert.deepEqual(oneStatement([use, add('new'), add('newer')]), {
    sql: 'with met as (update "things" set "used" = $1 where "id" = $2 and "used" = $3 returning "id"), inserted0 as (insert into "things" ("id", "used") select $4, $5 from met), inserted1 as (insert into "things" ("id", "used") select $6, $7 from met) select 1 from met',
    parameters: [1, 'old', 0, 'new', 0, 'newer', 0],
  })
})

test('queries that do more than that are no single statement', () => {
  assert.equal(oneStatement([add('new'), add('newer')]), undefined)
  assert.equal(oneStatement([use, use]), undefined)
  assert.equal(oneStatement([use, db.deleteFrom('things').where('id', '=', 'a').compile()]), undefined)
})
