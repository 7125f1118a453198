// Statistics of large tables lead the planner of SQLite to the rare value of a filter, and leave small tables alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

const stores = ['auditEvents', 'sessions', 'accessTokens', 'revocations'] as const

/** Sign-ins of many users, and of one who signs in rarely. */
async function fill(path: string, events: number): Promise<void> {
  await throughAnotherConnection(path, async (client) => {
    await client.execute({
      sql: `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
        insert into audit_events (id, at, type, actor_id, org_id, person_id)
        select printf('%015d-0000000-abcdefghij', n), n, case when n % 2 then 'login_succeeded' else 'token_revoked' end, 'u' || (n % 500), 'o', 'u' || (n % 500)
        from numbers`,
      args: [events],
    })
    await client.execute(`insert into sessions (id, user_agent, user_id, authenticated_at, factors, created_at, expires_at)
      values ('s', 'a', 'u', 1, '[]', 1, 2)`)
  })
}

const busy = "select id from audit_events where actor_id = 'u7' and type = 'login_succeeded' order by id desc limit 50"

/** Statements that requests wait for. */
const hot = [
  'select * from sessions where id = ? and expires_at > ?',
  'select * from sessions where user_agent = ? and expires_at > ? order by authenticated_at desc, id',
  'select * from sessions where user_id = ? and expires_at > ? order by expires_at desc, id limit 50',
  'select id from revocations where id in (?, ?)',
  'select * from opaque_access_tokens where number = ?',
  'select id from sessions where expires_at <= ? order by expires_at limit 50',
  "select * from audit_events where org_id = ? and type = ? and id < 'x' order by id desc limit 50",
  'select * from audit_events where person_id = ? and refused = ? order by id desc limit 20',
  "select * from audit_events where subject_kind = 'user' and subject_id = ? order by id desc limit 50",
]

async function planOf(path: string, sql: string): Promise<string> {
  return await throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: Array.from(sql.matchAll(/\?/g), () => '1') })
    return rows.map(({ detail }) => String(detail)).join('\n')
  })
}

test('the planner reads the events of a rare user instead of those of a frequent type, and other plans stay', async () => {
  const path = temporaryPath()
  const open = async () => await libsql({ url: `file:${path}` }).open([...stores])
  await (await open()).close()
  await fill(path, 20_000)
  const before = await Promise.all(hot.map(async (sql) => await planOf(path, sql)))
  assert.match(await planOf(path, busy), /audit_events_by_type_and_id/, 'what SQLite assumes without statistics')
  const { gatherStatistics, close } = await open()
  assert.ok(gatherStatistics !== undefined)
  await gatherStatistics()
  await close()
  assert.match(await planOf(path, busy), /audit_events_by_actor_id_and_id \(actor_id=\?/)
  const analyzed = await throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute('select distinct tbl from sqlite_stat1')
    return rows.map(({ tbl }) => tbl)
  })
  assert.deepEqual(analyzed, ['audit_events'], 'the others are small')
  assert.deepEqual(await Promise.all(hot.map(async (sql) => await planOf(path, sql))), before)
  for (const plan of before) assert.doesNotMatch(plan, /^SCAN/m)
})

test('reads and writes of the process go on while statistics are gathered, and use them afterwards', async () => {
  const path = temporaryPath()
  const open = async () => await libsql({ url: `file:${path}` }).open([...stores])
  await (await open()).close()
  await fill(path, 50_000)
  const { gatherStatistics, close, stores: opened } = await open()
  const { auditEvents, sessions } = opened
  const gathering = gatherStatistics?.()
  for (let index = 0; index < 20; index += 1) {
    const session = { id: `s${index}`, userId: 'u', authenticatedAt: 1, factors: [], createdAt: 1, expiresAt: 9 }
    await sessions?.insert(session, `a${index}`, undefined)
    assert.equal((await auditEvents?.list({ limit: 5 }))?.length, 5)
  }
  await gathering
  assert.equal((await sessions?.listOfUser('u', 3, { limit: 100 }))?.length, 20)
  assert.equal((await auditEvents?.search({ actorId: 'u7', type: 'login_succeeded', limit: 5 }))?.events.length, 5)
  await close()
})

test('a database without large tables, and one in memory, have no statistics', async () => {
  const path = temporaryPath()
  const { gatherStatistics, close } = await libsql({ url: `file:${path}` }).open([...stores])
  await gatherStatistics?.()
  await close()
  await throughAnotherConnection(path, async (client) => {
    assert.deepEqual((await client.execute("select name from sqlite_schema where name = 'sqlite_stat1'")).rows, [])
  })
  const inMemory = await libsql({ url: ':memory:' }).open([...stores])
  assert.equal(inMemory.gatherStatistics, undefined)
  await inMemory.close()
})
