// Prepared statements of the native driver, and its pitfalls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'libsql'
import { NativeConnection } from '../src/native-connection.ts'
import { temporaryDatabase } from './temporary-file.ts'

function withTable(): NativeConnection {
  const connection = new NativeConnection(':memory:')
  connection.execute({ sql: 'create table t (a integer primary key, b text) strict', args: [] })
  return connection
}

test('a statement that failed runs with the new arguments the next time', () => {
  const connection = withTable()
  for (const sql of ['insert into t values (?, ?)', 'insert into t values (?, ?) returning a']) {
    connection.execute({ sql: 'delete from t', args: [] })
    connection.execute({ sql, args: [1n, 'first'] })
    assert.throws(() => connection.execute({ sql, args: [1n, 'twice'] }), { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    connection.execute({ sql, args: [2n, 'second'] })
    assert.deepEqual(
      connection.execute({ sql: 'select * from t order by a', args: [] }).rows.map((row) => row['b']),
      ['first', 'second'],
    )
  }
  connection.close()
})

test('the driver runs a failed get() again with the old arguments', () => {
  const database = new Database(':memory:')
  database.exec('create table t (a integer primary key) strict; insert into t values (1)')
  const insert = database.prepare('insert into t values (?) returning a')
  assert.throws(() => insert.get([1n]))
  assert.throws(() => insert.get([2n]), /UNIQUE/, 'the driver has been repaired')
  database.close()
})

test('the driver ignores the arguments of a get() after an all()', () => {
  const database = new Database(':memory:')
  database.exec('create table t (a integer primary key) strict; insert into t values (1), (2)')
  const select = database.prepare('select a from t where a >= ?').raw()
  assert.deepEqual(select.all([1n]), [[1], [2]])
  assert.deepEqual(select.get([2n]), [1], 'the driver has been repaired')
  database.close()
})

test('a statement always uses its own arguments, whatever ran before', () => {
  const connection = withTable()
  const size = 50
  for (let a = 0; a < size; a += 1) connection.execute({ sql: 'insert into t values (?, ?)', args: [BigInt(a), String(a)] })
  const found = (first: boolean, key: number): readonly unknown[] => {
    // Every seventh row is not a number, so the statement fails while it runs.
    const sql = "select a, case when b = 'fail' then abs(-9223372036854775808) else b end as b from t where a = ?"
    return connection.execute({ sql, args: [BigInt(key)], first }).rows.map((row) => row['b'])
  }
  connection.execute({ sql: "update t set b = 'fail' where a % 7 = 3", args: [] })
  for (let step = 0; step < 5000; step += 1) {
    const key = Math.imul(step, 2654435761) >>> 0
    const a = key % (size + 10)
    const first = (key >>> 8) % 3 > 0
    if (a < size && a % 7 === 3) assert.throws(() => found(first, a), /overflow/)
    else assert.deepEqual(found(first, a), a < size ? [String(a)] : [], `step ${step}`)
  }
  connection.close()
})

test('a read of the first row leaves no read transaction open', () => {
  const path = temporaryDatabase()
  const [writer, reader] = [new NativeConnection(path), new NativeConnection(path)]
  writer.execute({ sql: 'pragma journal_mode = wal', args: [] })
  writer.execute({ sql: 'create table t (a integer primary key) strict', args: [] })
  for (let a = 1n; a <= 3n; a += 1n) {
    writer.execute({ sql: 'insert into t values (?)', args: [a] })
    const [latest] = reader.execute({ sql: 'select max(a) as a from t limit 1', args: [], first: true }).rows
    assert.equal(latest?.['a'], Number(a))
    assert.equal(reader.execute({ sql: 'select a from t', args: [], first: true }).rows.length, 1)
    const [checkpoint] = writer.execute({ sql: 'pragma wal_checkpoint(truncate)', args: [] }).rows
    assert.deepEqual(checkpoint, { busy: 0, log: 0, checkpointed: 0 })
  }
  writer.close()
  reader.close()
})

test('a prepared statement sees columns that were added later', () => {
  const connection = withTable()
  const all = { sql: 'select * from t', args: [] }
  connection.execute({ sql: 'insert into t values (1, null)', args: [] })
  assert.deepEqual({ ...connection.execute(all).rows[0] }, { a: 1, b: null })
  connection.execute({ sql: "alter table t add column c text not null default 'new'", args: [] })
  assert.deepEqual({ ...connection.execute(all).rows[0] }, { a: 1, b: null, c: 'new' })
  connection.close()
})

test('statements that are not cached return the right rows', () => {
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

test('an integer that is too large for a number is refused', () => {
  const connection = withTable()
  assert.throws(() => connection.execute({ sql: 'select 9007199254740993 as n', args: [] }), RangeError)
  assert.equal(connection.execute({ sql: 'select 9007199254740991 as n', args: [] }).rows[0]?.['n'], Number.MAX_SAFE_INTEGER)
  connection.close()
})

test('nothing runs on a closed connection', () => {
  const connection = new NativeConnection(temporaryDatabase())
  const select = { sql: 'select 1', args: [] }
  connection.execute(select)
  connection.close()
  connection.close()
  assert.throws(() => connection.execute(select), { name: 'StorageUnavailable' })
})
