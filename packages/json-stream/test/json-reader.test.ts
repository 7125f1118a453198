// The events of a document: the same, with the same positions, however its bytes are cut, and none for input that is not JSON.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJsonReader, createValueBuilder, deepestLevel } from '../src/index.ts'
import { openReader, readJson, sizesOf, utf8 } from './reading.ts'

const documents: readonly string[] = [
  '{}',
  '[]',
  ' null ',
  '"text"',
  '-12.5e+3',
  '[true,false,null,0,-1,1.5,2E3]',
  '{"a":{"b":[[],{},[{"c":""}]],"d":{}},"e":[1,[2,[3]]]}',
  '{"ü\\u00fc\\n\\"\\\\/\\/\\b\\f\\r\\t":"\\ud83d\\ude00 😀 ﹏"}',
  '\t{ "a" : [ 1 , 2 ] ,\r\n "b" : { "c" : null } }\n',
  '[{"a":1},{"b":"}"},{"c":"\\""},{"d":"\\\\"},{"e":[1,{"f":2}]},{},3,[{"g":1}],{"__proto__":1}]',
]

test('a document has the value that JSON.parse gives it, however its bytes are cut', () => {
  for (const text of documents) {
    const bytes = utf8(text)
    for (const size of sizesOf(bytes)) {
      const { value, refused } = readJson(bytes, size)
      assert.equal(JSON.stringify([value, refused]), JSON.stringify([JSON.parse(text) as unknown, undefined]), `${text} by ${size}`)
    }
  }
})

test('each event says where it begins in the input, behind a byte order mark too', () => {
  const events = [
    ['{', 0],
    ['key', 'ä', 1],
    ['[', 6],
    ['scalar', 1, 7],
    ['scalar', 'x', 10],
    ['{', 14],
    ['}', 15],
    [']', 16],
    ['}', 17],
  ]
  const text = utf8('{"ä":[1, "x",{}]}')
  for (const [bytes, before] of [
    [text, 0],
    [Uint8Array.of(0xef, 0xbb, 0xbf, ...text), 3],
  ] as const) {
    for (const size of sizesOf(bytes)) {
      const { said, reader, refused } = readJson(bytes, size)
      assert.equal(refused, undefined)
      assert.deepEqual(
        said,
        events.map((event) => [...event.slice(0, -1), Number(event.at(-1)) + before]),
      )
      assert.deepEqual([reader.position, reader.lastToken], [bytes.length, bytes.length - 1])
    }
  }
})

const cut = 'ends before its JSON is complete; the input is truncated, so get a complete copy'

const refusals: readonly (readonly [text: string, code: string, offset: number, problem: string])[] = [
  ['', 'truncated', 0, 'is empty'],
  ['  ', 'truncated', 2, cut],
  ['[', 'truncated', 1, cut],
  ['{"a":1', 'truncated', 6, cut],
  ['{"a', 'truncated', 3, cut],
  ['[{', 'truncated', 2, cut],
  ['[{"a":1', 'truncated', 7, cut],
  ['tru', 'truncated', 3, cut],
  ['{"a" 1}', 'not_json', 5, 'is not JSON: expected colon'],
  ['{"a"::1}', 'not_json', 5, 'is not JSON: expected value'],
  ['{"a":}', 'not_json', 5, 'is not JSON: expected value'],
  ['{"a":1 "b":2}', 'not_json', 7, 'is not JSON: expected , or }'],
  ['{"a":1,}', 'not_json', 7, 'is not JSON: expected key'],
  ['{"a":1]', 'not_json', 6, 'is not JSON: expected , or }'],
  ['{,}', 'not_json', 1, 'is not JSON: expected key or }'],
  ['{1:2}', 'not_json', 1, 'is not JSON: expected key or }'],
  ['{"a":1,{}}', 'not_json', 7, 'is not JSON: expected key'],
  ['[1 2]', 'not_json', 3, 'is not JSON: expected , or ]'],
  ['[{} {}]', 'not_json', 4, 'is not JSON: expected , or ]'],
  ['[{"a":1}:{"b":2}]', 'not_json', 8, 'is not JSON: expected , or ]'],
  ['[1}', 'not_json', 2, 'is not JSON: expected , or ]'],
  ['[1,]', 'not_json', 3, 'is not JSON: expected value'],
  ['[,1]', 'not_json', 1, 'is not JSON: expected value or ]'],
  ['[:1]', 'not_json', 1, 'is not JSON: expected value or ]'],
  [']', 'not_json', 0, 'is not JSON: expected value'],
  ['1 2', 'not_json', 2, 'is not JSON: something follows its end'],
  ['{} []', 'not_json', 3, 'is not JSON: something follows its end'],
  ['[],', 'not_json', 2, 'is not JSON: something follows its end'],
  ['[1,x]', 'not_json', 3, 'is not JSON'],
  ['["a\nb"]', 'not_json', 3, 'is not JSON'],
  ["{'a':1}", 'not_json', 1, 'is not JSON'],
]

test('input that is not JSON is refused with its position, however its bytes are cut, and the error quotes none of it', () => {
  for (const [text, code, offset, problem] of refusals) {
    const bytes = utf8(text)
    for (const wholeBytes of [undefined, 0, 1000]) {
      for (const size of sizesOf(bytes)) {
        assert.deepEqual(readJson(bytes, size, wholeBytes).refused, { code, offset, problem }, `${JSON.stringify(text)} by ${size}`)
      }
    }
  }
})

test('bytes that are not UTF-8, other encodings, compressed files and archives are refused with a remedy', () => {
  const notUtf8 = 'is not UTF-8; convert it, for instance with iconv'
  const packed = 'is compressed or an archive; unpack it first'
  const cases: readonly (readonly [readonly number[], string, number, string])[] = [
    [[0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d], 'not_utf8', 0, notUtf8],
    [[0xff, 0xfe, 0x7b, 0x00], 'not_utf8', 0, notUtf8],
    [[0xfe, 0xff, 0x00, 0x7b], 'not_utf8', 0, notUtf8],
    [[0x1f, 0x8b, 0x08], 'not_json', 0, packed],
    [[0x50, 0x4b, 0x03], 'not_json', 0, packed],
    [[0x28, 0xb5, 0x2f], 'not_json', 0, packed],
  ]
  for (const [bytes, code, offset, problem] of cases) {
    assert.deepEqual(readJson(Uint8Array.from(bytes), bytes.length).refused, { code, offset, problem }, String(bytes))
  }
  // A single byte of a byte order mark does not count, nor does a mark in the middle.
  for (const bytes of [
    [0xff, 0x7b],
    [0xfe, 0x7b],
    [0x1f, 0x7b],
    [0x50, 0x7b],
    [0x28, 0x7b],
    [0x7b, 0xfe],
    [0x7b, 0x8b],
  ]) {
    const { refused } = readJson(Uint8Array.from(bytes), 2)
    assert.deepEqual([refused?.code, refused?.problem], ['not_json', 'is not JSON'], String(bytes))
  }
  for (const size of [1, 2, 3]) assert.deepEqual(readJson(utf8('["PK PK"]'), size).value, ['PK PK'])
})

test('32 levels of nesting are read and a deeper one is refused at its place, whatever the levels are', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const) {
    const levels = open.startsWith('[{') ? 2 : 1
    const nested = (depth: number): string => `${open.repeat(depth / levels)}1${close.repeat(depth / levels)}`
    for (const wholeBytes of [undefined, 1000]) {
      const deepest = utf8(nested(deepestLevel))
      for (const size of [1, 7, deepest.length]) {
        assert.deepEqual(readJson(deepest, size, wholeBytes).value, JSON.parse(nested(deepestLevel)))
        const { refused } = readJson(utf8(nested(deepestLevel + levels)), size, wholeBytes)
        assert.deepEqual(refused, {
          code: 'too_deep',
          offset: open.length * (deepestLevel / levels),
          problem: 'is nested deeper than 32 levels; flatten or remove it',
        })
      }
    }
  }
})

test('bytes that the caller has read are skipped: later places count them', () => {
  for (const [rest, refused] of [
    ['"b":2}', undefined],
    ['x', 20],
    ['1', 20],
  ] as const) {
    const { reader, said } = openReader()
    reader.write(utf8('{"a":1,'))
    reader.skip(13)
    assert.equal(reader.position, 20)
    const write = (): void => {
      reader.write(utf8(rest))
      reader.end()
    }
    if (refused !== undefined) assert.throws(write, { offset: refused })
    else {
      write()
      assert.deepEqual(said.slice(-3), [
        ['key', 'b', 20],
        ['scalar', 2, 24],
        ['}', 25],
      ])
      assert.equal(reader.position, 26)
    }
  }
})

test('an error of a host in an event goes out as it is', () => {
  for (const own of [new TypeError('of the host'), new Error('of the host')]) {
    const reader = createJsonReader({
      ...createValueBuilder(() => assert.fail()),
      endObject: () => undefined,
      endArray: () => undefined,
      beginArray() {
        throw own
      },
      fail: () => assert.fail(),
    })
    assert.throws(
      () => reader.write(utf8('[1]')),
      (error) => error === own,
    )
  }
})
