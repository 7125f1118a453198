// What one process has in memory, and others write: nothing that was changed is answered from memory.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { OpenStorage, Resource } from '@symbolon/core-protocol'
import { cachedTables } from '@symbolon/storage-sql'
import { Client } from 'pg'
import { Changes, hasSnapshots } from '../src/changes.ts'
import type { Reading } from '../src/changes.ts'
import { postgres } from '../src/index.ts'
import { token } from '../../storage-libsql/test/records.ts'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

test('only servers that are Postgres itself, of version 13 or later, have the snapshots that the record is read by', () => {
  for (const [version, expected] of [
    ['PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc', true],
    ['PostgreSQL 13.23 (Debian 13.23-1) on aarch64', true],
    ['PostgreSQL 12.22 on x86_64', false],
    ['PostgreSQL 15.12-YB-2.25.2.0-b0 on x86_64', false],
    ['CockroachDB CCL v25.1.0 (x86_64)', false],
    ['', false],
  ] as const) {
    assert.equal(hasSnapshots(version), expected, version)
  }
})

const reading: Reading = { horizon: '10', since: '0', pending: '0', started: 'Monday', checkpoint: '0/1', time: 1_000_000 }

/** Returns the given readings one after another. @returns how often the generation advanced at each reading after the first */
async function advancesAfter(...readings: readonly (Reading | Error)[]): Promise<readonly number[]> {
  const all = [...readings]
  const changes = new Changes(async <Row>() => {
    const next = all.shift()
    if (next instanceof Error || next === undefined) throw next ?? new Error('asked too often')
    // The rows are those of the statement.
    return [next as Row]
  })
  const { generation } = changes
  const advances: number[] = []
  for (const reading of readings) {
    const before = generation.number
    const outcome = generation.catchUp?.()
    if (reading instanceof Error) await assert.rejects(outcome ?? Promise.resolve(), reading)
    else await outcome
    advances.push(generation.number - before)
  }
  return advances.slice(1)
}

test('memory counts for as long as the record shows no change', async () => {
  assert.deepEqual(await advancesAfter(reading, reading, { ...reading, horizon: '12' }), [0, 0])
  assert.deepEqual(await advancesAfter({ ...reading, pending: '7' }, { ...reading, since: '7', pending: '7' }), [0])
  assert.deepEqual(await advancesAfter(reading, { ...reading, since: '7' }), [1])
})

test('after a gap, a clock that was set back, another start of the server, a checkpoint, and a failure, nothing in memory counts', async () => {
  assert.deepEqual(await advancesAfter(reading, { ...reading, time: reading.time + 30_000 }), [0])
  assert.deepEqual(await advancesAfter(reading, { ...reading, time: reading.time + 30_001 }), [1])
  assert.deepEqual(await advancesAfter(reading, { ...reading, time: reading.time - 1 }), [1])
  assert.deepEqual(await advancesAfter(reading, { ...reading, started: 'Tuesday' }), [1])
  assert.deepEqual(await advancesAfter(reading, { ...reading, checkpoint: '0/2' }), [1])
  assert.deepEqual(await advancesAfter(reading, new Error('away'), reading, reading), [1, 1, 0])
})

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else changesTests(await startPostgres(programs), await startPostgres(programs))

/** @param crashing a separate server with a minimal log */
function changesTests(server: PostgresServer, crashing: PostgresServer): void {
  const names = ['accessTokens', 'directory', 'issuance', 'users'] as const

  interface Shared {
    readonly url: string
    readonly reader: OpenStorage
    readonly writer: OpenStorage
    /** Writes the state of Ann. */
    readonly set: (state: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE') => Promise<void>
    /** Whether the reader says that Ann is active. */
    readonly isActive: () => Promise<boolean>
    /** How many lookups the reader answered from memory since the last call. */
    readonly fromMemory: () => number
  }

  function ann(state: string): Resource {
    const user = { userName: 'ann', profile: { firstName: 'Ann', lastName: 'Carter' } }
    return { kind: 'humanUser', key: ['ann'], orgId: 'acme', content: { userId: 'ann', user, state } }
  }

  async function withTwo(
    run: (shared: Shared) => Promise<void>,
    through: (url: string) => string = (url) => url,
    on: PostgresServer = server,
  ): Promise<void> {
    const url = await on.createDatabase()
    const writer = await postgres({ url }).open(names)
    const { directory } = writer.stores
    const acme: Resource = { kind: 'org', key: ['acme'], orgId: 'acme', content: { orgId: 'acme', org: { name: 'Acme' } } }
    await directory?.apply({ put: [acme, ann('USER_STATE_ACTIVE')], remove: [] }, 1)
    const reader = await postgres({ url: through(url), waitLimit: 2000, statementTimeout: 1000 }).open(names)
    let before = 0
    try {
      await run({
        url,
        reader,
        writer,
        set: async (state) => await directory?.apply({ put: [ann(state)], remove: [] }, 2),
        isActive: async () => (await reader.stores.users?.findActive('ann')) !== undefined,
        fromMemory() {
          const all = reader.load?.().lookups?.fromMemory ?? 0
          const since = all - before
          before = all
          return since
        },
      })
    } finally {
      await reader.close()
      await writer.close()
    }
  }

  test('a lookup is answered from memory until another process writes, and then not', async () => {
    await withTwo(async ({ set, isActive, fromMemory }) => {
      for (let round = 0; round < 10; round += 1) {
        // The first one asks the database, and the second one finds that something was written before it.
        for (let again = 0; again < 5; again += 1) assert.equal(await isActive(), true)
        assert.equal(fromMemory(), 3)
        await set('USER_STATE_INACTIVE')
        assert.equal(await isActive(), false)
        await set('USER_STATE_ACTIVE')
        assert.equal(fromMemory(), 0)
      }
    })
  })

  test('what was acknowledged before a lookup began counts for it, while many lookups share their readings', async () => {
    await withTwo(async ({ set, isActive, fromMemory }) => {
      let ended = false
      const others = Array.from({ length: 20 }, async () => {
        while (!ended) await isActive()
      })
      for (let round = 0; round < 50; round += 1) {
        await set('USER_STATE_INACTIVE')
        const after = await Promise.all([isActive(), isActive(), isActive()])
        assert.deepEqual(after, [false, false, false], `round ${round}`)
        await set('USER_STATE_ACTIVE')
        const again = await Promise.all([isActive(), isActive(), isActive()])
        assert.deepEqual(again, [true, true, true], `round ${round}`)
      }
      ended = true
      await Promise.all(others)
      assert.ok(fromMemory() > 0)
    })
  })

  test('a transaction that commits after one that began later is seen, and one that is rolled back changes nothing', async () => {
    await withTwo(async ({ url, isActive, fromMemory }) => {
      const [early, late] = [new Client(url), new Client(url)]
      await Promise.all([early.connect(), late.connect()])
      const rename = "update users set content = replace(content, 'Ann', 'Anna') where user_id = 'ann'"
      await early.query("begin; update users set state = 'inactive' where user_id = 'ann'")
      await late.query("update orgs set content = content where org_id = 'acme'")
      for (let again = 0; again < 3; again += 1) assert.equal(await isActive(), true)
      assert.equal(fromMemory(), 1)
      await early.query('commit')
      assert.equal(await isActive(), false)
      await early.query(
        `begin; savepoint a; ${rename}; rollback to savepoint a; update users set state = 'active' where user_id = 'ann'; commit`,
      )
      for (let again = 0; again < 2; again += 1) assert.equal(await isActive(), true)
      await early.query(`begin; ${rename}; rollback`)
      assert.equal(fromMemory(), 0)
      assert.equal(await isActive(), true)
      assert.equal(fromMemory(), 1)
      await Promise.all([early.end(), late.end()])
    })
  })

  test('any write to a table that cached lookups read is recorded, also by hand, and without foreign keys', async () => {
    const url = await server.createDatabase()
    const storage = await postgres({ url }).open(allStores)
    const client = new Client(url)
    await client.connect()
    const changes = new Changes(async <Row>(text: string, parameters: readonly unknown[]) => {
      const { rows } = await client.query<Row & object>(text, [...parameters])
      return rows
    })
    const { generation } = changes
    const advances = async (statement: string): Promise<number> => {
      await generation.catchUp?.()
      const before = generation.number
      await client.query(statement)
      await generation.catchUp?.()
      return generation.number - before
    }
    const tables = await server.run(
      url,
      "select tablename from pg_tables where schemaname = 'public' and tablename !~ '^(migration|recent_changes)'",
    )
    assert.ok(cachedTables.length > 25 && tables.length > cachedTables.length)
    for (const { tablename } of tables) {
      const table = String(tablename)
      const expected = cachedTables.includes(table) ? 1 : 0
      assert.equal(await advances(`delete from ${table}`), expected, table)
      assert.equal(await advances(`begin; truncate ${table} cascade; rollback`), 0, table)
    }
    assert.equal(await advances("set session_replication_role = replica; update users set user_id = ''"), 1)
    assert.equal(await advances('truncate users cascade'), 1)
    assert.equal(await advances('select 1'), 0)
    await client.end()
    await storage.close()
  })

  test('a reading that fails is an error, and nothing from before it counts', async () => {
    const database = await server.createDatabase()
    const proxy = await startFaultProxy(Number(new URL(database).port))
    await withTwo(
      async ({ set, isActive }) => {
        assert.deepEqual([await isActive(), await isActive()], [true, true])
        proxy.cut(0, 'before')
        await assert.rejects(isActive(), StorageUnavailable)
        await set('USER_STATE_INACTIVE')
        await proxy.heal()
        assert.equal(await isActive(), false)
      },
      (url) => url.replace(server.host, proxy.host),
    )
    await proxy.close()
  })

  test('after a crash of the server, whose transactions get the numbers of those that were lost, what is written counts', async () => {
    await withTwo(
      async ({ url, isActive, fromMemory }) => {
        // Transactions that were rolled back leave nothing in the log.
        await crashing.run(url, 'begin; select pg_current_xact_id(); rollback;'.repeat(500))
        for (let again = 0; again < 3; again += 1) assert.equal(await isActive(), true)
        assert.equal(fromMemory(), 1)
        // The server ends the connection of the bystander once it has noticed the crash. Before that it still takes new connections.
        const [victim, bystander] = [new Client(url), new Client(url)]
        const lost = Promise.all(
          [victim, bystander].map(async (client) => {
            client.on('error', () => undefined)
            await new Promise((resolve) => client.once('end', resolve))
          }),
        )
        await victim.connect()
        await bystander.connect()
        const { rows } = await victim.query<{ readonly pid: number }>('select pg_backend_pid() as pid')
        process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
        await lost
        while (!(await isUp(crashing, url))) await sleep(20)
        await crashing.run(url, "update users set state = 'inactive' where user_id = 'ann'")
        assert.equal(await isActive(), false)
      },
      undefined,
      crashing,
    )
  })

  test('a record from the backup of another server counts neither while it is there nor when it is removed', async () => {
    await withTwo(async ({ url, isActive, fromMemory }) => {
      await server.run(
        url,
        "alter table recent_changes alter id restart with 10; insert into recent_changes (xid) values ('9000000000000000000'), ('9000000000000000001')",
      )
      for (let again = 0; again < 3; again += 1) assert.equal(await isActive(), true)
      assert.equal(fromMemory(), 1)
      // One row whose number is the sum of theirs.
      await server.run(
        url,
        "delete from recent_changes where xid >= '9000000000000000000'; alter table recent_changes alter id restart with 21",
      )
      await server.run(url, "update users set state = 'inactive' where user_id = 'ann'")
      assert.equal(await isActive(), false)
    })
  })

  test('a user who may write a table needs no right to the record, and each transaction adds one row to it', async () => {
    await withTwo(async ({ url, isActive }) => {
      await server.run(
        url,
        'create role clerk login; grant select, update on users, orgs to clerk; create schema clerk authorization clerk',
      )
      const clerk = new Client(url.replace('symbolon@', 'clerk@'))
      await clerk.connect()
      assert.equal(await isActive(), true)
      const count = async (): Promise<number> =>
        Number((await server.run(url, 'select count(*) as count from recent_changes'))[0]?.['count'])
      const before = await count()
      await clerk.query('begin; update users set content = content; update orgs set content = content')
      await clerk.query("update users set state = 'inactive' where user_id = 'ann'; commit")
      assert.equal((await count()) - before, 1)
      assert.equal(await isActive(), false)
      // A function that would run as the owner of the trigger.
      await clerk.query(`set search_path = clerk, pg_catalog, public;
        create function current_setting(text, boolean) returns text language plpgsql as $$ begin raise 'called'; end $$`)
      await clerk.query("update users set state = 'active'")
      assert.equal(await isActive(), true)
      await clerk.end()
    })
  })

  test('the record is removed when every reader has read it or trusts its memory no more, and so is one from the backup of another server', async () => {
    const url = await server.createDatabase()
    const storage = await postgres({ url }).open(['features'])
    const count = async (): Promise<unknown> => (await server.run(url, 'select count(*)::int as count from recent_changes'))[0]?.['count']
    let passed = 0
    const changes = new Changes(async <Row>(text: string, parameters: readonly unknown[]) =>
      (await server.run(url, text, parameters)).map((row) => {
        const later = 'time' in row ? { ...row, time: Number(row['time']) + passed } : row
        // The rows are those of the statement.
        return later as Row
      }),
    )
    const shrinkAfter = async (milliseconds: number): Promise<unknown> => {
      passed += milliseconds
      await changes.generation.catchUp?.()
      await changes.shrink()
      return await count()
    }
    await server.run(url, 'delete from features')
    await server.run(url, "insert into recent_changes (xid) values ('9000000000000000000')")
    assert.equal(await shrinkAfter(0), 2)
    await server.run(url, 'delete from features')
    assert.equal(await shrinkAfter(59_000), 3)
    // Until the horizon after the last one is old enough.
    assert.equal(await shrinkAfter(2000), 1)
    assert.equal(await shrinkAfter(61_000), 0)
    await storage.close()
  })

  test('tokens that were issued, or found twice, are in memory, where their expiry and their revocation are asked for nevertheless', async () => {
    await withTwo(async ({ url, reader, writer }) => {
      const issued = token('a token')
      await writer.stores.issuance?.commit({ accessToken: issued })
      const find = async (): Promise<unknown> => await reader.stores.accessTokens?.find(issued.number)
      assert.deepEqual([await find(), await find()], [issued, { ...issued, isKept: true }])
      const client = new Client(url)
      await client.connect()
      const reads = async (): Promise<unknown> => {
        await client.query('select pg_stat_force_next_flush()')
        const { rows } = await client.query<{ readonly reads: number }>(
          "select (seq_scan + idx_scan)::int as reads from pg_stat_user_tables where relname = 'opaque_access_tokens'",
        )
        return rows[0]?.reads
      }
      const before = await reads()
      for (let again = 0; again < 5; again += 1) assert.deepEqual(await find(), { ...issued, isKept: true })
      assert.equal(await reads(), before)
      await client.end()
    })
  })
}

async function isUp(server: PostgresServer, url: string): Promise<boolean> {
  return await server.run(url, 'select 1').then(
    () => true,
    () => false,
  )
}
