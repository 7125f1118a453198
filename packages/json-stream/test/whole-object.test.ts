// Elements of an array that are objects and whole in memory are taken as values: the same values at the same places as token by token.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReader, readJson, sizesOf, utf8 } from './reading.ts'

/** Texts, and how many elements of them are taken whole when all bytes come at once. */
const lists: readonly (readonly [text: string, taken: number])[] = [
  ['[{"a":1},{"b":"}]"},{"c":"\\""},{"d":"\\\\"},{"e":"\\\\\\""},{"f":[1,{"g":{"h":[]}}]},{}]', 7],
  [' [ {"a":1} , {"b":2}\n,\t{"c" : 3 }\r,\r\n\t {"d":4}] ', 4],
  ['[1,{"a":1},"x",{"b":2},null,[{"c":3},{"d":[{"e":4}]}],{"f":[]}]', 2],
  ['{"x":[{"a":1},{"b":{"c":"ü😀"}}],"y":{"z":[{"d":1}]},"w":[]}', 3],
  ['[{"a:b":"c:d","e":"[{"},{"__proto__":{"f":1}}]', 2],
]

test('elements that are whole have the value and the place of their text, however the bytes are cut', () => {
  for (const [text, taken] of lists) {
    const bytes = utf8(text)
    for (const size of sizesOf(bytes)) {
      const { value, whole, refused, reader } = readJson(bytes, size, 10_000)
      assert.equal(JSON.stringify([value, refused]), JSON.stringify([JSON.parse(text) as unknown, undefined]), `${text} by ${size}`)
      if (size === bytes.length) assert.equal(whole.length, taken, text)
      for (const element of whole) {
        assert.equal(
          JSON.stringify(element.value),
          JSON.stringify(JSON.parse(new TextDecoder().decode(bytes.subarray(element.start, element.end)))),
        )
      }
      assert.equal(reader.position, bytes.length)
    }
  }
})

test('elements at the beginning of a list and behind an object are taken whole, nothing else is, and places stay the same', () => {
  const text = '{"l":[{"a":1} , {"b":[{"c":2}]},3,{"d":4}],"o":{"p":{"q":5}},"n":[[{"r":6}]]}'
  const { whole, said, reader } = readJson(utf8(text), text.length, 10_000)
  assert.deepEqual(
    whole.map(({ start, end }) => text.slice(start, end)),
    ['{"a":1}', '{"b":[{"c":2}]}', '{"r":6}'],
  )
  const inside = whole.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index))
  assert.deepEqual(
    said,
    readJson(utf8(text), text.length).said.filter((event) => !inside.includes(Number(event.at(-1)))),
  )
  assert.deepEqual([reader.position, reader.lastToken], [text.length, text.length - 1])
  for (const wholeBytes of [0, undefined]) assert.deepEqual(readJson(utf8(text), text.length, wholeBytes).whole, [])
})

test('the last token of an element that was taken whole is its last brace', () => {
  const { reader } = openReader(100)
  reader.write(utf8('[{"a":1}'))
  assert.deepEqual([reader.position, reader.lastToken], [8, 7])
})

test('an element waits for its end, unless more bytes of it have come than may wait', () => {
  const long = `{"a":"${'x'.repeat(50)}"}`
  const text = `[${long},{"b":1}]`
  const taken = (size: number, wholeBytes: number): readonly string[] =>
    readJson(utf8(text), size, wholeBytes).whole.map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(taken(40, 100), [long, '{"b":1}'])
  assert.deepEqual(taken(40, 39), [long, '{"b":1}'])
  assert.deepEqual(taken(40, 38), ['{"b":1}'])
  // Half of it has come and as much again, or little after little, which would scan it many times.
  const elements = (size: number): number => readJson(utf8(`[{"a":"${'x'.repeat(92)}"}]`), size, 1000).whole.length
  assert.deepEqual([elements(41), elements(1)], [1, 0])
  // It is whole in one write: nothing waits.
  assert.deepEqual(taken(1000, 20), [long, '{"b":1}'])
})

test('elements with a repeated member, too many levels or a syntax error are read token by token, which names the place', () => {
  const deep = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`
  const cases: readonly (readonly [string, string, number])[] = [
    ['[{"a":1},{"b":1,"b":2}]', 'duplicate_member', 16],
    ['[{"a":{"b":1,"b":2}}]', 'duplicate_member', 13],
    ['[{"a":[{"b":1,"c":2,"b":3}]}]', 'duplicate_member', 20],
    ['[{"a":1},{"b":01}]', 'not_json', 15],
    ['[{"a":1},{"b":1]]', 'not_json', 15],
    [`[[${deep(32)}]]`, 'too_deep', 92],
  ]
  for (const [text, code, offset] of cases) {
    for (const size of sizesOf(utf8(text))) {
      const { refused } = readJson(utf8(text), size, 1000)
      assert.deepEqual([refused?.code, refused?.offset], [code, offset], `${text} by ${size}`)
    }
  }
})

test('an element as deep as the bound allows is taken whole', () => {
  const nested = (levels: number): string => `[${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}]`
  const text = nested(31)
  assert.deepEqual(readJson(utf8(text), text.length, 1000).value, JSON.parse(text))
  assert.equal(readJson(utf8(text), text.length, 1000).whole.length, 1)
  assert.equal(readJson(utf8(nested(32)), text.length, 1000).refused?.code, 'too_deep')
})

test('bytes in an element that are not UTF-8 are refused as elsewhere', () => {
  const bytes = Uint8Array.of(...utf8('[{"a":"'), 0xc3, 0x28, ...utf8('"}]'))
  for (const size of [1, bytes.length]) assert.equal(readJson(bytes, size, 1000).refused?.code, 'not_utf8')
})
