// Queries that are compiled once: what is kept of them, and how many.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Compilable } from 'kysely'
import { compiledOnce } from '../src/sql/compiled-once.ts'

interface Tables {
  readonly people: { readonly id: string; readonly hash: string; readonly release: number }
}

function database(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

test('nothing of the values of the first run stays in memory, and constants do', () => {
  const db = database()
  const insert = compiledOnce(
    db,
    'insert',
    () =>
      db
        .insertInto('people')
        .values([{ id: 'a', hash: 'the hash', release: 1 }])
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ release: 7 })),
    3,
  )
  assert.equal(insert.sql, 'insert into "people" ("id", "hash", "release") values (?, ?, ?) on conflict ("id") do update set "release" = ?')
  assert.deepEqual(insert.parameters, [7])
  const select = compiledOnce(db, 'select', () => db.selectFrom('people').select('id').where('hash', '=', 'the hash').limit(1), 1)
  assert.doesNotMatch(JSON.stringify([insert, select]), /the hash/)
})

test('a query is compiled again only for another database, or when 500 others were compiled since', () => {
  let compiled = 0
  const query = (db: Kysely<Tables>) => (): Compilable => {
    compiled += 1
    return db.selectFrom('people').selectAll()
  }
  const [one, other] = [database(), database()]
  for (const db of [one, one, other, one]) compiledOnce(db, 'all', query(db))
  assert.equal(compiled, 2)
  for (let number = 0; number < 499; number += 1) compiledOnce(one, `some ${number}`, query(one))
  compiledOnce(one, 'all', query(one))
  assert.equal(compiled, 501)
  compiledOnce(one, 'one more', query(one))
  compiledOnce(one, 'all', query(one))
  assert.equal(compiled, 503)
})
