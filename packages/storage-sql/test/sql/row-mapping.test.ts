// A mapping writes a record to a row and reads it back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, rowMapping } from '../../src/sql/row-mapping.ts'

interface Row {
  readonly id: string
  readonly user_id: string | null
  readonly scope: string
  readonly claims: string | null
  readonly expires_at: number
  readonly consumed_at: number | null
}

interface Code {
  readonly id: string
  readonly userId?: string
  readonly scope: readonly string[]
  readonly claims?: { readonly email: boolean }
  readonly expiresAt: number
}

const { toRow, toRecord } = rowMapping<Row, Code>()({
  id: 'id',
  userId: 'user_id',
  scope: json('scope'),
  claims: json('claims'),
  expiresAt: 'expires_at',
})

test('a record is the same after it was written and read', () => {
  for (const code of [
    { id: 'a', scope: [], expiresAt: 0 },
    { id: '', userId: 'u', scope: ['openid', 'null'], claims: { email: false }, expiresAt: 1_800_000_000_000 },
  ])
    assert.deepEqual(toRecord(toRow(code)), code)
})

test('every mapped column is in the row, null for an absent member', () => {
  assert.deepEqual(toRow({ id: 'a', scope: ['x'], expiresAt: 1 }), { id: 'a', user_id: null, scope: '["x"]', claims: null, expires_at: 1 })
})

test('members and columns that are not mapped are dropped', () => {
  const row = { ...toRow({ id: 'a', scope: [], expiresAt: 1 }), consumed_at: 5 }
  assert.deepEqual(toRecord(row), { id: 'a', scope: [], expiresAt: 1 })
  const extended = { id: 'a', scope: [], expiresAt: 1, other: true }
  assert.equal('other' in toRow(extended), false)
})
