// Members of canonical objects are checked when they are read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationAt, isActive, requiredTextAt, textAt, textsAt, timeAt } from '../../src/documents/content.ts'

test('a member is read if it has the expected type', () => {
  const content = { a: { b: 'x', empty: '', list: ['y', 1, null], number: 1 } }
  assert.equal(textAt(content, 'a', 'b'), 'x')
  for (const path of [['a', 'empty'], ['a', 'number'], ['a', 'b', 'c'], ['z'], ['a']])
    assert.equal(textAt(content, ...path), undefined, path.join('.'))
  assert.deepEqual(textsAt(content, 'a', 'list'), ['y'])
  assert.deepEqual(textsAt(content, 'a', 'b'), [])
  assert.throws(() => requiredTextAt(content, 'a', 'missing'), { name: 'TypeError', message: 'The resource has no a.missing' })
})

test('durations are read as milliseconds; negative ones count as zero, and malformed ones as absent', () => {
  for (const [text, milliseconds] of [
    ['864000s', 864_000_000],
    ['1.500s', 1500],
    ['0.000000001s', 0],
    ['0s', 0],
    ['-1s', 0],
    ['', undefined],
    ['1h', undefined],
  ] as const) {
    assert.equal(durationAt({ lifetime: text }, 'lifetime'), milliseconds, text)
  }
})

test('timestamps are read with any offset; a malformed one is an error', () => {
  assert.equal(timeAt({ at: '2030-01-01T01:00:00.123456789+01:00' }, 'at'), Date.UTC(2030, 0, 1, 0, 0, 0, 123))
  assert.equal(timeAt({}, 'at'), undefined)
  assert.throws(() => timeAt({ at: 'soon' }, 'at'), TypeError)
})

test('an unknown state counts as inactive', () => {
  for (const state of [undefined, 'STATE_ACTIVE', 'ORG_STATE_ACTIVE', 'ORG_STATE_UNSPECIFIED']) assert.equal(isActive(state), true)
  for (const state of ['STATE_INACTIVE', 'STATE_REMOVED', 'ORG_STATE_INACTIVE', 'ORG_STATE_REMOVED', '', 1, null])
    assert.equal(isActive(state), false)
})
