// What an error of the driver means to callers.
import { StorageUnavailable } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publicError } from '../src/errors.ts'

const driverError = (code: string): Error => Object.assign(new Error('failed at file:/srv/secret.db'), { code })

test('errors of the driver are classified by their codes', () => {
  const expected = {
    constraint: ['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT_UNIQUE'],
    busy: ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED'],
    full: ['SQLITE_FULL'],
    statement: ['SQLITE_ERROR', 'SQLITE_TOOBIG', 'ARGS_INVALID'],
    storage: ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'HRANA_WEBSOCKET_ERROR', ''],
  }
  for (const [failure, codes] of Object.entries(expected))
    for (const code of codes) assert.equal(failureOf(driverError(code)), failure, code)
})

test('callers get StorageUnavailable without a path for a failure of the database, and other errors as they are', () => {
  const hidden = publicError(driverError('SQLITE_CORRUPT'))
  assert.ok(hidden instanceof StorageUnavailable && !hidden.full)
  assert.doesNotMatch(hidden.message, /secret/)
  const full = publicError(driverError('SQLITE_FULL'))
  assert.ok(full instanceof StorageUnavailable && full.full)
  assert.equal(publicError(full), full)
  const statement = driverError('SQLITE_ERROR')
  assert.equal(publicError(statement), statement)
})
