// The triggers that record changes: a start creates the missing triggers without blocking other clients.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cachedTables } from '@symbolon/storage-sql'
import { Client } from 'pg'
import { postgres } from '../src/index.ts'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)

  test('tables that a later start adds have triggers too', async () => {
    const url = await server.createDatabase()
    const triggers = async (): Promise<readonly unknown[]> =>
      (await server.run(url, "select tgrelid::regclass::text as name from pg_trigger where tgname = 'record_change'")).map(
        ({ name }) => name,
      )
    await (await postgres({ url }).open(['sessions'])).close()
    assert.deepEqual(await triggers(), [])
    await (await postgres({ url }).open(['features', 'sessions'])).close()
    assert.deepEqual(await triggers(), ['features'])
    await Promise.all([1, 2, 3, 4].map(async () => await (await postgres({ url }).open(allStores)).close()))
    assert.deepEqual([...(await triggers())].toSorted(), [...cachedTables].toSorted())
  })

  test('triggers that a restoration has switched off are on again after the next start, and a lost record is there again', async () => {
    const url = await server.createDatabase()
    const start = async (): Promise<void> => await (await postgres({ url }).open(allStores)).close()
    await start()
    const off = async (): Promise<unknown> =>
      (await server.run(url, "select count(*)::int as count from pg_trigger where tgname = 'record_change' and tgenabled <> 'A'"))[0]?.[
        'count'
      ]
    // As pg_restore does with --disable-triggers.
    await server.run(
      url,
      'alter table users disable trigger all; alter table users enable trigger all; alter table orgs disable trigger all',
    )
    assert.equal(await off(), 2)
    await start()
    assert.equal(await off(), 0)
    await server.run(url, 'drop table recent_changes')
    await assert.rejects(server.run(url, 'delete from users'), /recent_changes/)
    await start()
    await server.run(url, 'delete from users')
  })

  test('a start that adds triggers does not block writers while another transaction is open', async () => {
    const url = await server.createDatabase()
    await (await postgres({ url }).open(allStores)).close()
    await server.run(url, 'drop function record_change() cascade')
    const holder = new Client(url)
    await holder.connect()
    await holder.query('begin; delete from users')
    let started = false
    const starting = postgres({ url })
      .open(allStores)
      .then((storage) => {
        started = true
        return storage
      })
    const waits = "select 1 from pg_locks where mode = 'ShareRowExclusiveLock' and not granted"
    while ((await server.run(url, waits)).length === 0) await sleep(10)
    for (const table of cachedTables) await server.run(url, `set lock_timeout = '5s'; delete from ${table} where false`)
    // Nor is it a deadlock for the transaction itself.
    for (const table of cachedTables) await holder.query(`delete from ${table} where false`)
    assert.equal(started, false)
    await holder.query('commit')
    await (await starting).close()
    await holder.end()
  })

  test('without the right to ask for checkpoints nothing is answered from memory', async () => {
    const own = await startPostgres(programs)
    const url = await own.createDatabase()
    await own.run(url, 'create role service login; grant all on schema public to service')
    await own.run(url, 'revoke execute on function pg_control_checkpoint() from public')
    const storage = await postgres({ url: url.replace('symbolon@', 'service@') }).open(['features'])
    assert.equal(storage.load?.().lookups, undefined)
    await storage.stores.features?.get()
    await storage.close()
  })
}
