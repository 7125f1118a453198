// A database in a file: its settings, its tables, its lock.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { StorageStartError } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import { LocalConnection, readerSettings, writerSettings } from '../src/local-connection.ts'
import { startProgram } from './program.ts'
import { tableNames, temporaryDatabase, temporaryPath, throughAnotherConnection } from './temporary-file.ts'

test('the writer syncs every commit, uses a write-ahead log and checks foreign keys', () => {
  const writer = new LocalConnection(temporaryDatabase(), writerSettings)
  const read = (name: string): unknown =>
    writer.attempt((connection) => {
      const [row = {}] = connection.execute({ sql: `pragma ${name}`, args: [] }).rows
      return Object.values(row)[0]
    })
  for (const round of ['fresh', 'after a replacement']) {
    assert.equal(read('synchronous'), 2, round)
    assert.equal(read('journal_mode'), 'wal', round)
    assert.equal(read('foreign_keys'), 1, round)
    writer.attempt((connection) => writer.distrust(connection))
  }
  writer.close()
})

test('the reader cannot write, even after it was replaced', async () => {
  const path = temporaryPath()
  await throughAnotherConnection(path, (client) => client.execute('create table t (a)'))
  const reader = new LocalConnection(path, readerSettings)
  for (const round of ['fresh', 'after a replacement']) {
    const insert = (): unknown => reader.attempt((connection) => connection.execute({ sql: 'insert into t values (1)', args: [] }))
    assert.throws(insert, { code: 'SQLITE_READONLY' }, round)
  }
  reader.close()
})

test('a setting that the database does not apply is an error', () => {
  const writer = new LocalConnection(':memory:', writerSettings)
  assert.throws(() => writer.attempt(() => undefined), /does not apply "pragma journal_mode = wal"/)
  writer.close()
})

test('data survives a restart', async () => {
  const url = `file:${temporaryPath()}`
  const first = await libsql({ url }).open(['instance'])
  await first.stores.instance?.setIfAbsent('id', 'one')
  await first.close()
  const second = await libsql({ url }).open(['instance', 'sessions'])
  assert.equal(await second.stores.instance?.get('id'), 'one')
  assert.deepEqual(await second.stores.sessions?.list('x', 0), [])
  await second.close()
})

test('only the tables of the requested stores exist', async () => {
  const path = temporaryPath()
  const withoutMigrations = async (): Promise<readonly string[]> => (await tableNames(path)).filter((name) => !name.startsWith('migration'))
  await (await libsql({ url: `file:${path}` }).open([])).close()
  assert.deepEqual(await withoutMigrations(), [])
  await (await libsql({ url: `file:${path}` }).open(['revocations', 'instance'])).close()
  assert.deepEqual(await withoutMigrations(), ['instance', 'revocations'])
  await (await libsql({ url: `file:${path}` }).open(['authorizationCodes'])).close()
  assert.deepEqual(await withoutMigrations(), ['authorization_codes', 'instance', 'revocations'])
})

test('every table is STRICT', async () => {
  const path = temporaryPath()
  await (
    await libsql({ url: `file:${path}` }).open([
      'accessTokens',
      'assertionIds',
      'authorizationCodes',
      'authorizationRequests',
      'directory',
      'instance',
      'revocations',
      'sessions',
      'signingKeys',
    ])
  ).close()
  const loose = await throughAnotherConnection(
    path,
    async (client) =>
      (await client.execute("select name from pragma_table_list where strict = 0 and substr(name, 1, 6) not in ('sqlite', 'migrat')")).rows,
  )
  assert.deepEqual(loose, [])
})

test('a file cannot be opened twice in one process', async () => {
  const url = `file:${temporaryPath()}`
  const first = await libsql({ url }).open(['instance'])
  await assert.rejects(libsql({ url }).open(['instance']), (error: unknown) => {
    assert.ok(error instanceof StorageStartError)
    assert.equal(error.code, 'storage_locked')
    assert.match(error.message, /--server URL/)
    return true
  })
  await first.stores.instance?.setIfAbsent('id', 'one')
  await first.close()
  await (await libsql({ url }).open(['instance'])).close()
})

test('a second process is refused until the first one has ended', async () => {
  const url = `file:${temporaryPath()}`
  const holder = startProgram('hold-storage', [url])
  try {
    assert.equal(await holder.line(), 'open')
    await assert.rejects(libsql({ url }).open(['instance']), { name: 'StorageStartError', code: 'storage_locked' })
  } finally {
    holder.kill('SIGKILL')
    await holder.ended
  }
  const storage = await libsql({ url }).open(['instance'])
  assert.equal(await storage.stores.instance?.get('holder'), 'was here')
  await storage.close()
})

test('a path that is not writable is refused with advice', async () => {
  const directory = temporaryPath()
  await mkdir(directory)
  for (const path of [`${directory}/missing/a.db`, directory, '/proc/a.db']) {
    await assert.rejects(libsql({ url: `file:${path}` }).open([]), { name: 'StorageStartError', code: 'storage_unwritable' }, path)
  }
  const text = temporaryPath()
  await writeFile(text, 'This is not a database, but a text that is longer than its header. '.repeat(20))
  await assert.rejects(libsql({ url: `file:${text}` }).open([]), { name: 'StorageStartError', code: 'storage_unwritable' })
})

test('a database that a later release has contracted is refused, and its lock is released', async () => {
  const path = temporaryPath()
  const record = async (name: string): Promise<void> =>
    await throughAnotherConnection(path, async (client) => {
      await client.execute({ sql: "insert into migrations_of_instance values (?, '2040-01-01T00:00:00.000Z')", args: [name] })
    })
  await (await libsql({ url: `file:${path}` }).open(['instance'])).close()
  await record('002-later')
  await (await libsql({ url: `file:${path}` }).open(['instance'])).close()
  await record('003-without-it.needs-002')
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(libsql({ url: `file:${path}` }).open(['instance']), { name: 'StorageStartError', code: 'storage_newer' })
  }
})

test('a server that does not answer is reported', async () => {
  await assert.rejects(libsql({ url: 'http://127.0.0.1:1' }).open(['instance']), { name: 'StorageStartError', code: 'storage_unreachable' })
})

test('a closed storage throws StorageUnavailable', async () => {
  for (const url of [':memory:', `file:${temporaryPath()}`]) {
    const storage = await libsql({ url }).open(['instance', 'sessions'])
    await storage.close()
    const { instance, sessions } = storage.stores
    await assert.rejects(instance?.setIfAbsent('a', 'b') ?? Promise.resolve(), { name: 'StorageUnavailable' })
    await assert.rejects(sessions?.list('a', 0) ?? Promise.resolve(), { name: 'StorageUnavailable' })
  }
})
