// Queries that take effect together and are not one statement: a transaction, which a condition without a row undoes.
import { CompiledQuery } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Connections } from '../src/connections.ts'
import { StatementNames } from '../src/statement-names.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()
const server = programs === undefined ? undefined : await startPostgres(programs)
const reason = `there is no server for ${process.platform} ${process.arch}`

async function withThings(run: (connections: Connections, things: () => Promise<readonly unknown[]>) => Promise<void>): Promise<void> {
  assert.ok(server !== undefined)
  const text = await server.createDatabase()
  await server.run(text, 'create table things (id text primary key, used bigint not null)')
  await server.run(text, "insert into things values ('old', 0)")
  const url = new URL(text)
  const connections = new Connections(
    { host: '127.0.0.1', port: Number(url.port), user: url.username, database: url.pathname.slice(1), max: 2 },
    new StatementNames(true),
  )
  try {
    await run(connections, async () => (await server.run(text, 'select id, used from things order by id')).map((row) => Object.values(row)))
  } finally {
    await connections.end()
  }
}

const use = CompiledQuery.raw('update things set used = 1 where id = $1 and used = 0 returning id', ['old'])
const add = CompiledQuery.raw('insert into things values ($1, 0)', ['new'])
const removeNothing = CompiledQuery.raw('delete from things where id = $1', ['absent'])

test(
  'the queries take effect if the condition is met, and none of them takes effect otherwise',
  { skip: server === undefined && reason },
  () =>
    withThings(async (connections, things) => {
      // Only the first query is a condition.
      assert.equal(await connections.runTogether([use, removeNothing, add], true), true)
      const used = [
        ['new', '0'],
        ['old', '1'],
      ]
      assert.deepEqual(await things(), used)
      await connections.run('delete from things where id = $1', ['new'])
      assert.equal(await connections.runTogether([use, add], true), false)
      assert.deepEqual(await things(), used.slice(1))
    }),
)

test('queries without a condition take effect in any case, and none does if one fails', { skip: server === undefined && reason }, () =>
  withThings(async (connections, things) => {
    assert.equal(await connections.runTogether([removeNothing, add], false), true)
    await assert.rejects(connections.runTogether([use, add], false))
    assert.deepEqual(await things(), [
      ['new', '0'],
      ['old', '0'],
    ])
  }),
)
