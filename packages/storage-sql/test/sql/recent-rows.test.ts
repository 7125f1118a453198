// Rows in memory.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Generation } from '../../src/sql/generation.ts'
import { recentRows, repetitions } from '../../src/sql/recent-rows.ts'

const keepAll = (numbers: readonly number[], rows: ReturnType<typeof recentRows<string>>): void => {
  for (const number of numbers) rows.keep(number, `row ${number}`)
}
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number)

test('are never more than the limit, and the last half of the limit is always there', () => {
  const rows = recentRows<string>({ generation: new Generation(), rowsInMemory: 100 })
  for (let number = 0; number < 1000; number += 1) {
    rows.keep(number, `row ${number}`)
    if (number % 77 !== 0) continue
    const known = upTo(number + 1).filter((each) => recentRowIs(rows, each))
    assert.ok(known.length <= 100, `${known.length} rows`)
  }
  keepAll(
    upTo(50).map((number) => 2000 + number),
    rows,
  )
  for (const number of upTo(50)) assert.equal(rows.find(2000 + number), `row ${2000 + number}`)
})

function recentRowIs(rows: ReturnType<typeof recentRows<string>>, number: number): boolean {
  return rows.find(number) === `row ${number}`
}

test('stay as long as they are used', () => {
  const rows = recentRows<string>({ generation: new Generation(), rowsInMemory: 10 })
  rows.keep(-1, 'in use')
  rows.keep(-2, 'not in use')
  for (const number of upTo(1000)) {
    rows.keep(number, `row ${number}`)
    if (number % 3 === 0) assert.equal(rows.find(-1), 'in use', String(number))
  }
  assert.equal(rows.find(-2), undefined)
})

test('go when they are deleted, and all of them when the database is lost', () => {
  const generation = new Generation()
  const rows = recentRows<string>({ generation, rowsInMemory: 100 })
  keepAll(upTo(50), rows)
  rows.forget([3, 49, 500])
  for (const number of upTo(50)) assert.equal(rows.find(number), number === 3 || number === 49 ? undefined : `row ${number}`)
  generation.advance()
  assert.equal(rows.find(4), 'row 4', 'a change of other tables does not matter')
  generation.end()
  assert.equal(rows.find(4), undefined)
  rows.keep(4, 'row 4')
  assert.equal(rows.find(4), undefined)
})

test('there are none where other processes write, and none if the limit is 0', () => {
  for (const dialect of [{ rowsInMemory: 100 }, { generation: new Generation() }, { generation: new Generation(), rowsInMemory: 0 }]) {
    const rows = recentRows<string>(dialect)
    rows.keep(1, 'row 1')
    assert.equal(rows.find(1), undefined)
  }
})

test('a number comes again if no other number took its place meanwhile', () => {
  const isRepeated = repetitions(40)
  assert.deepEqual([1, 1, 1].map(isRepeated), [false, true, true])
  assert.deepEqual([2, 3, 1, 2].map(isRepeated), [false, false, true, true])
  assert.deepEqual([11, 1, 1].map(isRepeated), [false, false, true], '11 and 1 share one of ten places')
  assert.deepEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER].map(isRepeated), [false, true])
  assert.deepEqual([0, 0].map(isRepeated), [false, true])
})

test('without rows in memory no number comes again', () => {
  assert.deepEqual([0, 0, 7, 7].map(repetitions(0)), [false, false, false, false])
})
