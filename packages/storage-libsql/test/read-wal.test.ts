// The log while a transaction that is larger than the cache is written: nothing acknowledged is missing.
import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { readWal } from '../src/read-wal.ts'
import { temporaryPath } from './temporary-file.ts'

/** Begins a transaction at the start of an empty log, and writes its first pages again after they went to the log. */
function openTransaction(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table notes (id integer primary key, text text)')
  database.exec("insert into notes values (1, 'acknowledged')")
  database.exec('pragma wal_checkpoint(truncate); pragma cache_size = 5; begin immediate')
  const insert = database.prepare('insert into notes values (?, ?)')
  for (let id = 2; id < 500; id += 1) insert.run(id, 'x'.repeat(3000))
  for (let id = 1; id < 500; id += 1) database.prepare('update notes set text = ? where id = ?').run('y'.repeat(3000), id)
  return database
}

test('a transaction that is written over several checks is not read as damage', () => {
  const path = temporaryPath()
  const database = openTransaction(path)
  assert.deepEqual(readWal(`${path}-wal`), { state: 'nothing' })
  database.exec('commit')
  assert.equal(readWal(`${path}-wal`).state, 'read')
  database.close()
})

test('a log whose first frame was changed after the end of the transaction is damaged', async () => {
  const path = temporaryPath()
  const database = openTransaction(path)
  database.exec('commit')
  const file = await open(`${path}-wal`, 'r+')
  await file.write(Buffer.from('damage'), 0, 6, 200)
  await file.close()
  assert.deepEqual(readWal(`${path}-wal`), { state: 'damaged' })
  database.close()
})
