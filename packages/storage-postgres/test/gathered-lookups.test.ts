// Look-ups that wait at the same time are one statement.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import { gatheredLookUp, isLookUp } from '../src/gathered-lookups.ts'
import type { LookUp } from '../src/gathered-lookups.ts'
import { Connections } from '../src/connections.ts'
import { StatementNames } from '../src/statement-names.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'
import { compilingDatabase } from './compiling.ts'

interface Things {
  readonly things: { readonly id: string; readonly number: number; readonly of: string | null }
}

const db = compilingDatabase<Things>()
const byIdAndNumber = db.selectFrom('things').selectAll().where('id', '=', 'a').where('number', '<', 1).compile()

test('only queries that read without locks and without an order are gathered', () => {
  const select = db.selectFrom('things').selectAll()
  assert.ok(isLookUp(select.where('id', '=', 'a').limit(1).compile()))
  const others = [
    select.orderBy('id').compile(),
    select.forUpdate().compile(),
    db.insertInto('things').values({ id: 'a', number: 1, of: null }).compile(),
    db.updateTable('things').set({ number: 1 }).compile(),
    db.deleteFrom('things').compile(),
  ]
  assert.deepEqual(others.filter(isLookUp), [])
})

test('calls of one turn of the event loop go together, equal ones once; without an answer all of them fail', async () => {
  const sent: (readonly unknown[])[] = []
  const lookUp = gatheredLookUp(byIdAndNumber, async (_, parameters) => {
    sent.push(parameters)
    throw new StorageUnavailable('no answer')
  })
  const outcomes = await Promise.allSettled(['a', 'b', 'b', 'c'].map(async (id) => await lookUp([id, 5])))
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  assert.deepEqual(sent, [['{"a","b","c"}', '{5,5,5}']])
})

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else {
  const server = await startPostgres(programs)

  test('each of many calls at once gets its own rows, whatever its values are, and one that fails keeps no other out', async () => {
    const url = new URL(await server.createDatabase())
    const text = url.href
    await server.run(text, 'create table things (id text primary key, number bigint not null, of text)')
    // What is special in the text of an array, and in that of a statement.
    const ids = ['plain', '', 'null', 'NULL', '{}', 'a,b', '"', '\\', '\\"', '$1', "'", ' ', '\n', 'ü', '🔑', '%s']
    for (const [index, id] of ids.entries()) await server.run(text, 'insert into things values ($1, $2, null)', [id, String(index)])
    const connections = new Connections(
      { host: '127.0.0.1', port: Number(url.port), user: url.username, database: url.pathname.slice(1), max: 2 },
      new StatementNames(true),
    )
    try {
      const lookUp: LookUp<Things['things']> = gatheredLookUp(byIdAndNumber, (statement, parameters) =>
        connections.run(statement, parameters),
      )
      const asked = [...ids, ...ids, 'missing', 'missing']
      const found = await Promise.all(asked.map(async (id) => await lookUp([id, 100])))
      assert.deepEqual(
        found.map((rows) => rows.map(({ id }) => id)),
        asked.map((id) => (id === 'missing' ? [] : [id])),
      )
      // Values whose type follows only from their place are sent alone.
      assert.deepEqual(await lookUp(['plain', null]), [])

      const divided = db
        .selectFrom('things')
        .select('id')
        .where(sql<number>`10 / ${1}::bigint`, '=', sql.ref<number>('number'))
        .compile()
      const divide = gatheredLookUp<Pick<Things['things'], 'id'>>(divided, (statement, parameters) =>
        connections.run(statement, parameters),
      )
      const quotients = await Promise.allSettled([1, 2, 0, 5, 10].map(async (divisor) => await divide([divisor])))
      assert.deepEqual(
        quotients.map((each) => (each.status === 'rejected' ? 'rejected' : each.value.map(({ id }) => id))),
        [[ids[10]], [ids[5]], 'rejected', [ids[2]], [ids[1]]],
      )
    } finally {
      await connections.end()
    }
  })
}
