// The log is read as SQLite reads it after a crash, also while a transaction that is larger than the cache is written.
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

test('a transaction that is not finished is not found, and is found when it is', () => {
  const path = temporaryPath()
  const database = openTransaction(path)
  assert.equal(readWal(`${path}-wal`), undefined)
  database.exec('pragma user_version = 7; commit')
  assert.equal(readWal(`${path}-wal`), 7)
  database.close()
})

for (const [place, position] of Object.entries({ 'the header': 20, 'the first frame': 200, 'a frame of the last transaction': 60_000 })) {
  test(`a transaction is not found when ${place} was changed after its end`, async () => {
    const path = temporaryPath()
    const database = openTransaction(path)
    database.exec('pragma user_version = 7; commit')
    const file = await open(`${path}-wal`, 'r+')
    await file.write(Buffer.from('damage'), 0, 6, position)
    await file.close()
    assert.equal(readWal(`${path}-wal`), undefined)
    database.close()
  })
}
