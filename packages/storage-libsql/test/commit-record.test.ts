// The record of acknowledged commits: whether a database lacks some of them, also where the number begins again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommitRecord } from '../src/commit-record.ts'
import { temporaryPath } from './temporary-file.ts'

/** The largest `user_version`. https://www.sqlite.org/pragma.html#pragma_user_version */
const largest = 2 ** 31 - 1

function recordOf(commits: number, path = temporaryPath()): CommitRecord {
  const record = new CommitRecord(path, undefined)
  record.begin(commits)
  record.end()
  return record
}

test('a database lacks commits if its number is lower than that of the record', () => {
  const record = recordOf(7)
  assert.deepEqual(
    [6, 7, 8].map((commits) => record.isAheadOf(commits)),
    [true, false, false],
  )
})

test('after the largest number the next one is 0, and comparisons go on', () => {
  assert.equal(recordOf(largest - 1).next, largest)
  assert.equal(recordOf(largest).next, 0)
  assert.equal(recordOf(2).isAheadOf(largest), true)
  assert.equal(recordOf(largest).isAheadOf(2), false)
})

test('a record is read again with its number, and says which file was closed', () => {
  const path = temporaryPath()
  const record = new CommitRecord(path, 'file-1')
  record.begin(3)
  record.acknowledge(4)
  record.end('file-1')
  const again = new CommitRecord(path, 'file-1')
  assert.equal(again.last, 4)
  assert.deepEqual(
    ['file-1', 'file-2', undefined].map((identity) => again.wasClosed(identity)),
    [true, false, false],
  )
})
