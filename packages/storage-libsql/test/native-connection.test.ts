// Prepared statements of the native driver, and its traps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'libsql'
import { NativeConnection } from '../src/native-connection.ts'
import { temporaryPath } from './temporary-file.ts'

function withTable(): NativeConnection {
  const connection = new NativeConnection(':memory:')
  connection.execute({ sql: 'create table t (a integer primary key, b text) strict', args: [] })
  return connection
}

test('a statement that failed runs the next time with the new arguments', () => {
  const connection = withTable()
  for (const sql of ['insert into t values (?, ?)', 'insert into t values (?, ?) returning a']) {
    connection.execute({ sql: 'delete from t', args: [] })
    connection.execute({ sql, args: [1n, 'first'] })
    assert.throws(() => connection.execute({ sql, args: [1n, 'twice'] }), { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    connection.execute({ sql, args: [2n, 'second'] })
    assert.deepEqual(connection.execute({ sql: 'select * from t order by a', args: [] }).rows.map((row) => row['b']), ['first', 'second'])
  }
  connection.close()
})

test('the driver itself runs a failed get() again with the old arguments, which is why it is not used', () => {
  const database = new Database(':memory:')
  database.exec('create table t (a integer primary key) strict; insert into t values (1)')
  const insert = database.prepare('insert into t values (?) returning a')
  assert.throws(() => insert.get([1n]))
  assert.throws(() => insert.get([2n]), /UNIQUE/, 'the driver has been repaired')
  database.close()
})

test('a statement sees the columns that a table has now', () => {
  const connection = withTable()
  const all = { sql: 'select * from t', args: [] }
  connection.execute({ sql: 'insert into t values (1, null)', args: [] })
  assert.deepEqual({ ...connection.execute(all).rows[0] }, { a: 1, b: null })
  connection.execute({ sql: "alter table t add column c text not null default 'new'", args: [] })
  assert.deepEqual({ ...connection.execute(all).rows[0] }, { a: 1, b: null, c: 'new' })
  connection.close()
})

test('more different statements than are kept, and longer ones, give right answers', () => {
  const connection = withTable()
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 600; index += 1) {
      const [row] = connection.execute({ sql: `select ${index} as n, ? as given`, args: [BigInt(index)] }).rows
      assert.deepEqual({ ...row }, { n: index, given: index })
    }
  }
  const long = `select 1 as n where 'x' <> '${'y'.repeat(20_000)}'`
  for (let round = 0; round < 2; round += 1) assert.equal(connection.execute({ sql: long, args: [] }).rows[0]?.['n'], 1)
  connection.close()
})

test('an integer that a number cannot hold is refused, not rounded', () => {
  const connection = withTable()
  assert.throws(() => connection.execute({ sql: 'select 9007199254740993 as n', args: [] }), RangeError)
  assert.equal(connection.execute({ sql: 'select 9007199254740991 as n', args: [] }).rows[0]?.['n'], Number.MAX_SAFE_INTEGER)
  connection.close()
})

test('nothing runs on a connection that was closed, though the driver would run what is prepared', () => {
  const connection = new NativeConnection(temporaryPath())
  const select = { sql: 'select 1', args: [] }
  connection.execute(select)
  connection.close()
  connection.close()
  assert.throws(() => connection.execute(select), { name: 'StorageUnavailable' })
})

test('memory stays bounded in a long row of statements', async () => {
  const connection = withTable()
  const rss = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return process.memoryUsage.rss() / 2 ** 20
  }
  const run = async (): Promise<void> => {
    for (let index = 0; index < 20_000; index += 1) {
      connection.execute({ sql: 'select ? as n, ? as t', args: [BigInt(index), 'x'.repeat(100)] })
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await run()
  const before = await rss()
  await run()
  await run()
  const growth = await rss() - before
  assert.ok(growth < 60, `grew by ${growth} MiB in 40000 statements`)
  connection.close()
})
