// Every acknowledged write is kept, and no wait is endless.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { libsql } from '../src/index.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { code } from './records.ts'
import { storedDigests, temporaryDatabase } from './temporary-file.ts'

test('group commit stores the neighbours of an insert that violates a constraint', async () => {
  const path = temporaryDatabase()
  const storage = await libsql({ url: `file:${path}` }).open(['authorizationCodes'])
  const insert = async (digest: string): Promise<void> => storage.stores.authorizationCodes?.insert(code(digest))
  await insert('twice')
  const digests = Array.from({ length: 50 }, (_, index) => (index === 20 || index === 40 ? 'twice' : `d${index}`))
  const answers = await Promise.allSettled(digests.map(insert))
  assert.deepEqual(
    answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
    [20, 40],
  )
  assert.deepEqual(await storedDigests(path, 'authorization_codes'), new Set(digests))
  await storage.close()
})

test('an invalid statement does not undo its neighbours', async () => {
  const path = temporaryDatabase()
  const database = await openLocalDatabase(path, 5000)
  await database.write({ statements: [{ sql: 'create table t (a integer primary key) strict', args: [] }] })
  const answers = await Promise.allSettled(
    ['insert into t values (1)', 'insert into nowhere values (1)', 'insert into t values (2) returning a'].map((sql) =>
      database.write({ statements: [{ sql, args: [] }] }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    (await database.read({ sql: 'select a from t order by a', args: [] })).rows.map((row) => row['a']),
    [1, 2],
  )
  await database.close()
})

test('writes of one turn of the event loop share one commit', async () => {
  const path = temporaryDatabase()
  const database = await openLocalDatabase(path, 5000)
  await database.write({ statements: [{ sql: 'create table t (a integer primary key) strict', args: [] }] })
  const insert = (a: number): Promise<unknown> => database.write({ statements: [{ sql: 'insert into t values (?)', args: [BigInt(a)] }] })
  const before = await countCommits(path)
  await Promise.all(Array.from({ length: 100 }, (_, index) => insert(index)))
  const together = await countCommits(path)
  assert.equal(together - before, 1)
  for (let a = 100; a < 105; a += 1) await insert(a)
  assert.equal((await countCommits(path)) - together, 5)
  assert.equal((await database.read({ sql: 'select count(*) as n from t', args: [] })).rows[0]?.['n'], 105)
  await database.close()
})

/** The frames of the write-ahead log that end a commit. Each is one sync. https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
async function countCommits(path: string): Promise<number> {
  const bytes = await readFile(`${path}-wal`)
  const log = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = 24 + log.getUint32(8)
  let commits = 0
  for (let at = 32; at + frame <= log.byteLength; at += frame) if (log.getUint32(at + 4) !== 0) commits += 1
  return commits
}

test('writers that each wait for their commit share it, whenever they have begun', async () => {
  const database = await openLocalDatabase(temporaryDatabase(), 5000)
  await database.write({ statements: [{ sql: 'create table t (a integer primary key, b integer) strict', args: [] }] })
  const before = database.groups()
  const insertMany = async (): Promise<void> => {
    for (let b = 0; b < 200; b += 1) {
      await database.write({ statements: [{ sql: 'insert into t (b) values (?)', args: [BigInt(b)] }] })
      // The next request of a client does not arrive in the turn of the last answer.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    }
  }
  const writers = [insertMany(), insertMany(), insertMany(), insertMany()]
  // The others begin while the first commit is being synced.
  while (database.waitingWrites() > 0) await nextTurn()
  writers.push(insertMany(), insertMany(), insertMany(), insertMany())
  await Promise.all(writers)
  const { count, writes } = database.groups()
  assert.equal(writes - before.writes, 1600)
  // Two groups of four that alternate would need 400.
  assert.ok(count - before.count < 300, `${count - before.count} commits`)
  await database.close()
})

test('a failed transaction changes nothing, and the next one runs', async () => {
  for (const path of [':memory:', temporaryDatabase()]) {
    const database = await openLocalDatabase(path, 5000)
    await database.write({ statements: [{ sql: 'create table t (a integer primary key) strict', args: [] }] })
    const transaction = await database.begin()
    await transaction.execute({ sql: 'insert into t values (1)', args: [] })
    await assert.rejects(transaction.execute({ sql: 'insert into t values (1)', args: [] }), { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    await transaction.rollback()
    await transaction.rollback()
    const next = await database.begin()
    await next.execute({ sql: 'insert into t values (2)', args: [] })
    await next.commit()
    assert.deepEqual(
      (await database.read({ sql: 'select a from t', args: [] })).rows.map((row) => row['a']),
      [2],
    )
    await database.close()
  }
})

test('a read of a file runs while a transaction is open, and does not see it', async () => {
  const database = await openLocalDatabase(temporaryDatabase(), 5000)
  await database.write({ statements: [{ sql: 'create table t (a integer primary key) strict', args: [] }] })
  const transaction = await database.begin()
  await transaction.execute({ sql: 'insert into t values (1)', args: [] })
  assert.equal((await database.read({ sql: 'select count(*) as n from t', args: [] })).rows[0]?.['n'], 0)
  await transaction.commit()
  assert.equal((await database.read({ sql: 'select count(*) as n from t', args: [] })).rows[0]?.['n'], 1)
  await database.close()
})

test('a write that waits longer than the limit fails with StorageUnavailable, and is never executed', async () => {
  const database = await openLocalDatabase(':memory:', 100)
  await database.write({ statements: [{ sql: 'create table t (a integer primary key) strict', args: [] }] })
  const transaction = await database.begin()
  await assert.rejects(database.write({ statements: [{ sql: 'insert into t values (1)', args: [] }] }), { name: 'StorageUnavailable' })
  await assert.rejects(database.begin(), { name: 'StorageUnavailable' })
  await transaction.commit()
  assert.equal((await database.read({ sql: 'select count(*) as n from t', args: [] })).rows[0]?.['n'], 0)
  await database.close()
})

test('integers stay integers, and unsupported types are refused', async () => {
  const storage = await libsql({ url: ':memory:' }).open(['sessions'])
  const session = { id: 's', userId: 'u', authenticatedAt: 1, factors: [], createdAt: 1, expiresAt: Number.MAX_SAFE_INTEGER }
  await storage.stores.sessions?.insert(session, 'ua', undefined)
  assert.deepEqual(await storage.stores.sessions?.find('s', 1), session)
  for (const expiresAt of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(storage.stores.sessions?.insert({ ...session, expiresAt }, 'ua', undefined) ?? Promise.resolve(), TypeError)
  }
  await storage.close()
})
