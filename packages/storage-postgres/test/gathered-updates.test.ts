// Updates under a condition that wait at the same time are one statement, with what is inserted if the condition is met.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { CompiledQuery } from 'kysely'
import { Connections } from '../src/connections.ts'
import { GatheredUpdates } from '../src/gathered-updates.ts'
import { StatementNames } from '../src/statement-names.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'
import { compilingDatabase } from './compiling.ts'

interface Tables {
  readonly things: { readonly id: string; readonly used: number; readonly note: string | null }
}

const db = compilingDatabase<Tables>()
const use = (id: string): CompiledQuery =>
  db.updateTable('things').set({ used: 1 }).where('id', '=', id).where('used', '=', 0).returning('id').compile()
const add = (id: string, note: string | null = null): CompiledQuery => db.insertInto('things').values({ id, used: 0, note }).compile()

interface Sent {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

function recording(answer: () => readonly object[]): { readonly updates: GatheredUpdates; readonly sent: readonly Sent[] } {
  const sent: Sent[] = []
  const updates = new GatheredUpdates(async <Row>(sql: string, parameters: readonly unknown[]) => {
    sent.push({ sql, parameters })
    return answer() as readonly Row[]
  })
  return { updates, sent }
}

test('what is inserted comes from the row of the condition', async () => {
  const { updates, sent } = recording(() => [{}])
  assert.equal(await updates.update([use('old'), add('new'), add('newer', 'a')]), true)
  assert.deepEqual(sent, [
    {
      sql: 'with met as (update "things" set "used" = $1 where "id" = $2 and "used" = $3 returning "id"), inserted0 as (insert into "things" ("id", "used", "note") select $4, $5, $6 from met), inserted1 as (insert into "things" ("id", "used", "note") select $7, $8, $9 from met) select 1 from met',
      parameters: [1, 'old', 0, 'new', 0, null, 'newer', 0, 'a'],
    },
  ])
})

test('changes of one turn of the event loop go together, in the order of their rows', async () => {
  const { updates, sent } = recording(() => [{ number_of_call: 2 }])
  const outcomes = await Promise.all(['b', 'a'].map(async (id) => await updates.update([use(id), add(`${id}-new`)])))
  assert.deepEqual(outcomes, [true, false])
  assert.deepEqual(sent, [
    {
      sql: 'with call as (select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[]) with ordinality as call(p1, p2, p3, p4, p5, number_of_call)), met as (update "things" set "used" = call.p1 from call where "id" = call.p2 and "used" = call.p3 returning call.number_of_call), inserted0 as (insert into "things" ("id", "used", "note") select call.p4, call.p5, null from call join met using (number_of_call)) select number_of_call from met',
      parameters: ['{1,1}', '{"a","b"}', '{0,0}', '{"a-new","b-new"}', '{0,0}'],
    },
  ])
})

test('without an answer all changes of a statement fail, and are not sent again', async () => {
  const { updates, sent } = recording(() => {
    throw new StorageUnavailable('no answer')
  })
  const outcomes = await Promise.allSettled(['a', 'b'].map(async (id) => await updates.update([use(id)])))
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  assert.equal(sent.length, 1)
})

test('queries that do more than that are not run', () => {
  const { updates, sent } = recording(() => [])
  assert.equal(updates.update([add('new'), add('newer')]), undefined)
  assert.equal(updates.update([use('a'), use('b')]), undefined)
  assert.equal(updates.update([use('a'), db.deleteFrom('things').where('id', '=', 'a').compile()]), undefined)
  assert.deepEqual(sent, [])
})

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else {
  const server = await startPostgres(programs)
  const open = async (): Promise<{ readonly connections: Connections; readonly updates: GatheredUpdates; readonly sql: string[] }> => {
    const url = new URL(await server.createDatabase())
    await server.run(url.href, 'create table things (id text primary key, used bigint not null, note text)')
    const connections = new Connections(
      { host: '127.0.0.1', port: Number(url.port), user: url.username, database: url.pathname.slice(1), max: 4 },
      new StatementNames(true),
    )
    for (let index = 0; index < 100; index += 1)
      await connections.run('insert into things values ($1, $2, null)', [`old ${index}`, index % 10 === 0 ? 1 : 0])
    const sql: string[] = []
    const updates = new GatheredUpdates((text, parameters) => {
      sql.push(text)
      return connections.run(text, parameters)
    })
    return { connections, updates, sql }
  }
  const idsOf = async (connections: Connections, condition: string): Promise<readonly string[]> =>
    (await connections.run<{ readonly id: string }>(`select id from things where ${condition} order by id`, [])).map(({ id }) => id)

  test('each of many changes at once is made if its own condition is met, with its own rows', async () => {
    const { connections, updates, sql } = await open()
    try {
      const outcomes = await Promise.all(
        Array.from(
          { length: 110 },
          async (_, index) => await updates.update([use(`old ${index}`), add(`new ${index}`, index % 2 ? '{"a",\\b}' : null)]),
        ),
      )
      const expected = outcomes.map((_, index) => index < 100 && index % 10 !== 0)
      assert.deepEqual(outcomes, expected)
      const made = expected.flatMap((met, index) => (met ? [`new ${index}`] : []))
      assert.deepEqual(await idsOf(connections, "id like 'new %'"), made.toSorted())
      assert.deepEqual((await idsOf(connections, 'note = \'{"a",\\b}\'')).length, made.filter((id) => Number(id.slice(4)) % 2).length)
      assert.ok(sql.length <= 4, `${sql.length} statements`)
    } finally {
      await connections.end()
    }
  })

  test('one that fails changes nothing, and keeps no other from being made', async () => {
    const { connections, updates } = await open()
    try {
      const outcomes = await Promise.allSettled(
        [1, 2, 3].map(async (index) => await updates.update([use(`old ${index}`), add(index === 2 ? 'old 9' : `new ${index}`)])),
      )
      assert.deepEqual(
        outcomes.map((each) => (each.status === 'fulfilled' ? each.value : 'failed')),
        [true, 'failed', true],
      )
      assert.deepEqual(await idsOf(connections, "used = 0 and id = 'old 2'"), ['old 2'])
    } finally {
      await connections.end()
    }
  })

  test('of changes to one row at the same time one is made', async () => {
    const { connections, updates } = await open()
    const keep = db.updateTable('things').set({ used: 0 }).where('id', '=', 'old 1').where('used', '=', 0).returning('id').compile()
    try {
      // Each is a statement on a separate connection, so any of them can be the first.
      const outcomes = await Promise.all([1, 2, 3].map(async () => await updates.update([use('old 1')])))
      assert.deepEqual(outcomes.toSorted(), [false, false, true])
      // A condition that stays true is met for each of them.
      await connections.run("update things set used = 0 where id = 'old 1'", [])
      assert.deepEqual(await Promise.all(Array.from({ length: 20 }, async () => await updates.update([keep]))), Array(20).fill(true))
    } finally {
      await connections.end()
    }
  })

  test('statements that change the same rows at the same time do not wait for one another in a circle', async () => {
    const { connections, updates } = await open()
    try {
      const rounds = Array.from({ length: 20 }, (_, round) => round)
      for (const round of rounds) {
        await connections.run('update things set used = 0', [])
        const ids = Array.from({ length: 100 }, (_, index) => `old ${(index * 37 + round) % 100}`)
        const both = [ids, ids.toReversed()].map(async (order) => {
          const other = new GatheredUpdates((text, parameters) => connections.run(text, parameters))
          return await Promise.all(order.map(async (id) => await other.update([use(id)])))
        })
        const [first = [], second = []] = await Promise.all(both)
        assert.equal([...first, ...second].filter(Boolean).length, 100)
      }
      assert.equal(await updates.update([use('nothing')]), false)
    } finally {
      await connections.end()
    }
  })
}
