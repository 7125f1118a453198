// parseStrictJsonObject: a repeated member is an error, in whatever spelling and at whatever depth.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStrictJsonObject } from '../src/jwt/strict-json.ts'

test('an object is read as JSON.parse reads it', () => {
  for (const text of [
    '{}',
    ' { "a" : [ { "b" : 1 } , { "b" : 2 } ] , "c" : { "a" : null } } ',
    '{"a":"\\"b\\":1,\\"b\\":2"}',
    '{"a":"{","b":"}","c":["a","a"]}',
    '{"":1,"\\n":2}',
  ]) {
    assert.deepEqual(parseStrictJsonObject(text), JSON.parse(text))
  }
})

test('a repeated member is refused', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":3}',
    '{"a":1,"\\u0061":2}',
    '{"a" :1,"a"\n:2}',
    '{"x":{"a":1,"a":2}}',
    '{"x":[{"a":1,"a":2}]}',
    '{"":1,"":2}',
    '{"a":{"a":1},"a":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\"":1,"a\\"":2}',
    '{"\\ud83d\\ude00":1,"😀":2}',
    '{"a":"\\\\","a":2}',
  ])
    assert.throws(() => parseStrictJsonObject(text), SyntaxError, text)
})

test('text that is not JSON or not an object is refused', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '"a"',
    '1',
    'true',
    '{',
    '{"a":1}}',
    '{"a":1}{"b":2}',
    '{a:1}',
    "{'a':1}",
    '{"a":1,}',
    '{"a":01}',
    '{"a":NaN}',
    '// c\n{}',
    '\ufeff{}',
    ']{}',
    '{"a":}',
    '":"',
    '{"\\x":1}',
  ]) {
    assert.throws(() => parseStrictJsonObject(text), SyntaxError, text)
  }
})

test('nesting is bounded', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  assert.doesNotThrow(() => parseStrictJsonObject(nested(32)))
  assert.throws(() => parseStrictJsonObject(nested(33)), SyntaxError)
  assert.throws(() => parseStrictJsonObject(`{"a":${'['.repeat(100_000)}`), SyntaxError)
})

test('a member named __proto__ changes no prototype', () => {
  const value = parseStrictJsonObject('{"__proto__":{"admin":true}}')
  assert.equal('admin' in value, false)
  assert.equal(Object.hasOwn(value, '__proto__'), true)
})

test('a string that does not end takes no longer than one that does', () => {
  const escaped = '\\"'.repeat(500_000)
  const started = process.cpuUsage()
  for (const text of [`{"${escaped}`, `{"a":"${escaped}`, `{"${escaped}":1}`]) {
    if (text.endsWith('}')) parseStrictJsonObject(text)
    else assert.throws(() => parseStrictJsonObject(text), SyntaxError)
  }
  assert.ok(process.cpuUsage(started).user < 2_000_000, 'a quadratic reading of a million characters takes minutes')
})
