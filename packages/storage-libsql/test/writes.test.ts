// No acknowledged write is missing, and nobody waits for ever.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createClient } from '@libsql/client'
import type { AccessToken } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

function token(digest: string): AccessToken {
  return { id: digest, digest, authorizationId: 'a', clientId: 'c', subject: 's', scope: [], audience: [], issuedAt: 1, expiresAt: 2 }
}

async function storedDigests(path: string): Promise<ReadonlySet<string>> {
  return throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute('select digest from access_tokens')
    return new Set(rows.map((row) => String(row['digest'])))
  })
}

test('group commit stores the neighbours of an insert that breaks a constraint', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['accessTokens'])
  const insert = async (digest: string): Promise<void> => storage.stores.accessTokens?.insert(token(digest))
  await insert('twice')
  const digests = Array.from({ length: 50 }, (_, index) => (index === 20 || index === 40 ? 'twice' : `d${index}`))
  const answers = await Promise.allSettled(digests.map(insert))
  assert.deepEqual(answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])), [20, 40])
  assert.deepEqual(await storedDigests(path), new Set(digests))
  await storage.close()
})

test('one wrong statement does not take its neighbours along', async () => {
  const path = temporaryPath()
  const database = await openLocalDatabase(`file:${path}`, 5000)
  await database.write({ sql: 'create table t (a integer primary key) strict', args: [] })
  const answers = await Promise.allSettled([
    'insert into t values (1)', 'insert into nowhere values (1)', 'insert into t values (2) returning a',
  ].map((sql) => database.write({ sql, args: [] })))
  assert.deepEqual(answers.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled'])
  assert.deepEqual((await database.read({ sql: 'select a from t order by a', args: [] })).rows.map((row) => row['a']), [1, 2])
  await database.close()
})

test('writes of one turn of the event loop share one commit, and others have their own', async () => {
  const path = temporaryPath()
  const database = await openLocalDatabase(`file:${path}`, 5000)
  await database.write({ sql: 'create table t (a integer primary key) strict', args: [] })
  const insert = (a: number): Promise<unknown> => database.write({ sql: 'insert into t values (?)', args: [BigInt(a)] })
  const before = await countCommits(path)
  await Promise.all(Array.from({ length: 100 }, (_, index) => insert(index)))
  const together = await countCommits(path)
  assert.equal(together - before, 1)
  for (let a = 100; a < 105; a += 1) await insert(a)
  assert.equal(await countCommits(path) - together, 5)
  assert.equal((await database.read({ sql: 'select count(*) from t', args: [] })).rows[0]?.[0], 105)
  await database.close()
})

/** Frames of the write-ahead log that end a commit: each is one sync. https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
async function countCommits(path: string): Promise<number> {
  const bytes = await readFile(`${path}-wal`)
  const log = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = 24 + log.getUint32(8)
  let commits = 0
  for (let at = 32; at + frame <= log.byteLength; at += frame) if (log.getUint32(at + 4) !== 0) commits += 1
  return commits
}

test('the raw client loses an acknowledged write after SQLITE_BUSY, which is why ours replaces connections', async () => {
  const path = temporaryPath()
  const url = `file:${path}`
  const [holder, writer] = [createClient({ url, concurrency: 1, timeout: 0 }), createClient({ url, concurrency: 1, timeout: 0 })]
  await holder.execute('pragma journal_mode = wal')
  await holder.execute('create table t (a)')
  const transaction = await holder.transaction('write')
  await assert.rejects(writer.execute('insert into t values (1)'), { code: 'SQLITE_BUSY' })
  await transaction.rollback()
  await writer.execute('insert into t values (2)')
  const rows = await throughAnotherConnection(path, async (client) => (await client.execute('select a from t')).rows)
  holder.close()
  writer.close()
  assert.equal(rows.length, 0, 'the client has been repaired: connections need no longer be replaced')
})

test('DB-08 RL-08 no acknowledged write is missing when another program holds the write lock at times', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['accessTokens', 'sessions'])
  const stranger = createClient({ url: `file:${path}`, concurrency: 1, timeout: 0 })
  const acknowledged: string[] = []
  let refused = 0
  for (let round = 0; round < 4; round += 1) {
    const lock = await stranger.transaction('write')
    const writes = Array.from({ length: 10 }, async (_, index) => {
      const digest = `${round}-${index}`
      await storage.stores.accessTokens?.insert(token(digest)).then(() => acknowledged.push(digest), () => { refused += 1 })
    })
    const session = { id: `s${round}`, userId: 'u', authenticatedAt: 1, factors: [], createdAt: 1, expiresAt: 9 }
    const renewal = storage.stores.sessions?.renew(session, 'new', 'old').then(() => acknowledged.push(session.id), () => { refused += 1 })
    // In odd rounds the lock outlasts every try.
    await new Promise((resolve) => setTimeout(resolve, round % 2 === 0 ? 90 : 1300))
    await lock.rollback()
    await Promise.all([...writes, renewal])
    await storage.stores.accessTokens?.insert(token(`after-${round}`))
    acknowledged.push(`after-${round}`)
  }
  assert.ok(refused > 0, 'the lock was felt')
  const expected = acknowledged.filter((name) => !name.startsWith('s')).toSorted()
  assert.deepEqual([...await storedDigests(path)].toSorted(), expected, 'read back through a second connection')
  const sessions = (await storage.stores.sessions?.list('new', 1))?.map(({ id }) => id) ?? []
  assert.deepEqual(sessions.toSorted(), acknowledged.filter((name) => name.startsWith('s')).toSorted())
  assert.doesNotThrow(() => stranger.close())
  await storage.close()
})

test('a failed transaction changes nothing and lets the next one through', async () => {
  for (const url of [':memory:', `file:${temporaryPath()}`]) {
    const database = await openLocalDatabase(url, 5000)
    await database.write({ sql: 'create table t (a integer primary key) strict', args: [] })
    const transaction = await database.begin()
    await transaction.execute({ sql: 'insert into t values (1)', args: [] })
    await assert.rejects(transaction.execute({ sql: 'insert into t values (1)', args: [] }), { code: 'SQLITE_CONSTRAINT' })
    await transaction.rollback()
    await transaction.rollback()
    const next = await database.begin()
    await next.execute({ sql: 'insert into t values (2)', args: [] })
    await next.commit()
    assert.deepEqual((await database.read({ sql: 'select a from t', args: [] })).rows.map((row) => row['a']), [2])
    await database.close()
  }
})

test('a read in a file goes on while a transaction is open, and sees nothing of it', async () => {
  const database = await openLocalDatabase(`file:${temporaryPath()}`, 5000)
  await database.write({ sql: 'create table t (a integer primary key) strict', args: [] })
  const transaction = await database.begin()
  await transaction.execute({ sql: 'insert into t values (1)', args: [] })
  assert.equal((await database.read({ sql: 'select count(*) from t', args: [] })).rows[0]?.[0], 0)
  await transaction.commit()
  assert.equal((await database.read({ sql: 'select count(*) from t', args: [] })).rows[0]?.[0], 1)
  await database.close()
})

test('whoever waits longer than the limit gets StorageUnavailable, and is not done later', async () => {
  const database = await openLocalDatabase(':memory:', 100)
  await database.write({ sql: 'create table t (a integer primary key) strict', args: [] })
  const transaction = await database.begin()
  await assert.rejects(database.write({ sql: 'insert into t values (1)', args: [] }), { name: 'StorageUnavailable' })
  await assert.rejects(database.begin(), { name: 'StorageUnavailable' })
  await transaction.commit()
  assert.equal((await database.read({ sql: 'select count(*) from t', args: [] })).rows[0]?.[0], 0)
  await database.close()
})

test('integers stay integers and other types are refused', async () => {
  const storage = await libsql({ url: ':memory:' }).open(['sessions'])
  const session = { id: 's', userId: 'u', authenticatedAt: 1, factors: [], createdAt: 1, expiresAt: Number.MAX_SAFE_INTEGER }
  await storage.stores.sessions?.renew(session, 'ua', undefined)
  assert.deepEqual(await storage.stores.sessions?.find('s', 1), session)
  for (const expiresAt of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(storage.stores.sessions?.renew({ ...session, expiresAt }, 'ua', undefined) ?? Promise.resolve(), TypeError)
  }
  await storage.close()
})
