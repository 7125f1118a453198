// Values that are built from events, the places that errors name, and slices of the input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValueBuilder, formatPath, formatSteps, JsonInputError, slices } from '../src/index.ts'
import { readJson, utf8 } from './reading.ts'

const fail = (code: string, offset: number): never => {
  throw new Error(`${code} ${offset}`)
}

test('a member that occurs twice in one object is refused with its position, and is accepted in two objects', () => {
  const again = readJson(utf8('{"a":{"b":1,"a":2},"c":[{"b":1},{"b":2}],"a":3}'), 100)
  assert.deepEqual(again.refused, { code: 'duplicate_member', offset: 41, problem: 'occurs twice in the same object; keep one of them' })
  assert.equal(readJson(utf8('{"__proto__":1,"__proto__":2}'), 100).refused?.code, 'duplicate_member')
  assert.deepEqual(readJson(utf8('{"a":1,"A":2,"toString":3}'), 100).value, { a: 1, A: 2, toString: 3 })
})

test('a member __proto__ is a member like any other', () => {
  const { value } = readJson(utf8('{"__proto__":{"admin":true},"a":1}'), 100)
  assert.ok(typeof value === 'object' && value !== null)
  assert.deepEqual(Object.entries(value), [
    ['__proto__', { admin: true }],
    ['a', 1],
  ])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal(Reflect.get(value, 'admin'), undefined)
  const descriptor = Object.getOwnPropertyDescriptor(value, '__proto__')
  assert.deepEqual([descriptor?.enumerable, descriptor?.configurable, descriptor?.writable], [true, true, true])
})

test('a builder says when a value is whole and where it is, and builds the next one', () => {
  const builder = createValueBuilder(fail)
  builder.beginObject()
  builder.key('list', 1)
  builder.beginArray()
  assert.deepEqual(builder.path(), ['list', 0])
  builder.scalar('x')
  assert.deepEqual(builder.path(), ['list', 0])
  builder.beginObject()
  builder.key('a', 2)
  assert.deepEqual(builder.path(), ['list', 1, 'a'])
  assert.deepEqual([builder.endContainer(), builder.endContainer(), builder.endContainer()], [false, false, true])
  assert.deepEqual([builder.value, builder.path()], [{ list: ['x', {}] }, []])
  builder.scalar(7)
  assert.equal(builder.value, 7)
  assert.throws(() => builder.key('a', 0), /^TypeError: a member belongs to an object$/)
  builder.beginArray()
  assert.throws(() => builder.key('a', 0), /^TypeError: a member belongs to an object$/)
})

test('places are written as paths, with names other than plain words quoted and shortened', () => {
  assert.equal(formatPath(['orgs', 0, 'humanUsers', 12, 'user', '_name1']), 'orgs[0].humanUsers[12].user._name1')
  assert.equal(formatSteps(['user', 0]), '.user[0]')
  assert.equal(formatPath([]), '')
  assert.equal(formatPath([1, 'a']), '[1].a')
  assert.equal(formatPath(['a b', '1a', '', '\u001b[1m']), '["a b"]["1a"][""]["\\u001b[1m"]')
  const [fits, long] = ['x'.repeat(100), 'x'.repeat(101)]
  assert.equal(formatPath([fits, long]), `${fits}["${fits}"]`)
})

test('an error names the place, the problem and the byte', () => {
  const error = new JsonInputError('too_deep', { path: ['orgs', 0], offset: 12 }, 'is nested deeper than 32 levels')
  assert.deepEqual(
    [error.message, error.name, error.code, error.path, error.offset],
    ['orgs[0] is nested deeper than 32 levels (at byte 12).', 'JsonInputError', 'too_deep', 'orgs[0]', 12],
  )
  const whole = new JsonInputError('wrong_type', { path: [] }, 'is not an object')
  assert.deepEqual([whole.message, whole.path, whole.offset], ['The input is not an object.', '', undefined])
  assert.equal(new JsonInputError('wrong_type', { path: [], offset: 0 }, 'is empty').message, 'The input is empty (at byte 0).')
})

test('chunks come in slices of at most 16 KiB, in order and without a copy', async () => {
  const sizes = [0, 1, 16_383, 16_384, 16_385, 40_000]
  const chunks = sizes.map((size, index) => new Uint8Array(size).fill(index))
  const found: Uint8Array[] = []
  for await (const slice of slices(chunks)) found.push(slice)
  assert.deepEqual(
    found.map(({ length }) => length),
    [1, 16_383, 16_384, 16_384, 1, 16_384, 16_384, 7232],
  )
  assert.deepEqual(Buffer.concat(found), Buffer.concat(chunks))
  assert.ok(found.every(({ buffer }, index) => buffer === chunks[[1, 2, 3, 4, 4, 5, 5, 5][index] ?? 0]?.buffer))
})

test('the event loop gets a turn every five milliseconds, and none before', async (t) => {
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  let turns = 0
  const counting = (): void => {
    turns += 1
    timer = setTimeout(counting)
  }
  let timer = setTimeout(counting)
  const seen: number[] = []
  for await (const _ of slices([new Uint8Array(8 * 16_384)])) {
    seen.push(turns)
    now += 2.5
  }
  clearTimeout(timer)
  // Before the third, fifth and seventh slice.
  assert.deepEqual(
    seen.map((count, index) => (index === 0 ? false : count > (seen[index - 1] ?? 0))),
    [false, false, true, false, true, false, true, false],
  )
})
