// What an error of the server or of a connection means.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { DatabaseError } from 'pg'
import { bindValue } from '../src/bind-value.ts'
import { failureOf, publicError, violation } from '../src/errors.ts'
import { StatementNames } from '../src/statement-names.ts'

function serverError(code: string, routine?: string): DatabaseError {
  return Object.assign(new DatabaseError('failed', 0, 'error'), { code, routine })
}

test('errors of the server are classified by their SQLSTATE', () => {
  const expected = {
    conflict: ['40001', '40P01'],
    full: ['53100', '53400'],
    unavailable: ['08006', '53300', '57014', '57P01', '57P03', '58030', 'XX001', '25006', '25P03', '55P03', '28P01', '3D000'],
    statement: ['23505', '23503', '42601', '22021', '54000', '25P02', '0A000'],
  }
  for (const [failure, codes] of Object.entries(expected))
    for (const code of codes) assert.equal(failureOf(serverError(code)), failure, code)
  assert.equal(failureOf(serverError('0A000', 'RevalidateCachedQuery')), 'outdated')
  assert.equal(failureOf(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })), 'unavailable')
})

test('a failure of the database is unavailable to callers, without host and statement; a full disk says so', () => {
  const hidden = publicError(new Error('connect ECONNREFUSED 10.0.0.1:5432'))
  assert.ok(hidden instanceof StorageUnavailable && !hidden.full)
  assert.doesNotMatch(hidden.message, /10\.0\.0\.1/)
  const disk = publicError(serverError('53100'))
  assert.ok(disk instanceof StorageUnavailable && disk.full)
  const wrong = serverError('42601')
  assert.equal(publicError(wrong), wrong)
})

test('violated constraints are known by their SQLSTATE', () => {
  assert.equal(violation(serverError('23505')), 'unique')
  assert.equal(violation(serverError('23503')), 'reference')
  assert.equal(violation(serverError('23502')), undefined)
  assert.equal(violation(new Error('23505')), undefined)
})

test('text, integers and null are bound; U+0000 becomes U+FFFD; anything else is refused', () => {
  assert.deepEqual(['a\0b', '', 7, -1n, null].map(bindValue), ['a\uFFFDb', '', '7', '-1', null])
  for (const value of [true, 1.5, Number.NaN, undefined, {}, new Date(0)]) assert.throws(() => bindValue(value), TypeError)
})

test('a statement has one name until tables change; the number of names is bounded', () => {
  const names = new StatementNames(true)
  const name = names.nameOf('select 1')
  assert.ok(name !== undefined && name.length <= 63)
  assert.equal(names.nameOf('select 1'), name)
  assert.notEqual(names.nameOf('select 2'), name)
  names.renew()
  assert.notEqual(names.nameOf('select 1'), name)
  for (let number = 0; number < 1000; number += 1) names.nameOf(`select ${number}`)
  assert.equal(names.nameOf('select 1001'), undefined)
  assert.equal(new StatementNames(false).nameOf('select 1'), undefined)
})
