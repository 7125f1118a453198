// A text is unescaped in its own memory: the bytes of what JSON.parse gives, however much of it is read at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textInPlace } from '../src/index.ts'
import { utf8 } from './reading.ts'

class Refused extends Error {
  readonly code: string
  readonly offset: number
  constructor(code: string, offset: number) {
    super(code)
    this.code = code
    this.offset = offset
  }
}

const fail = (code: string, offset: number): never => {
  throw new Refused(code, offset)
}

/** Reads what stands behind `{"d":"`, in steps of some bytes. */
function unescape(rest: Uint8Array, step: number): { readonly text: string; readonly position: number; readonly ended: boolean } {
  const before = utf8('{"d":"')
  const body = Uint8Array.of(...before, ...rest)
  const inPlace = textInPlace(body, before.length, fail)
  let position = before.length
  for (let end = before.length + step; !inPlace.ended && position < body.length; end += step) {
    position = inPlace.read(Math.min(end, body.length))
    if (!inPlace.ended) assert.equal(position, Math.min(end, body.length))
  }
  return { text: Buffer.from(inPlace.bytes).toString('utf8'), position: position - before.length, ended: inPlace.ended }
}

const steps = [1, 2, 3, 5, 8, 1000]

test('escapes become their characters, and the text ends at its quotation mark', () => {
  const texts = [
    '',
    'plain text',
    String.raw`\"\\\/\b\f\n\r\t`,
    String.raw`\u0041\u007f\u0080\u00e4\u07ff\u0800\u20AC\uD7FF\ue000\uffff\u0000`,
    String.raw`\ud83d\ude00\uD800\uDC00\udbff\udfff`,
    'ä € 😀 \u{10ffff}',
    String.raw`a\nb\\nc\u005cn\\\"d`,
    String.raw`{\"orgs\":[{\"orgId\":\"ä\\u00e4\"}]}`,
  ]
  for (const text of texts) {
    const bytes = utf8(text)
    for (const step of steps) {
      const read = unescape(Uint8Array.of(...bytes, ...utf8('","x":"y"}')), step)
      assert.deepEqual(read, { text: JSON.parse(`"${text}"`) as string, position: bytes.length, ended: true }, `${text} by ${step}`)
    }
  }
})

test('a text whose end has not come is read so far', () => {
  assert.deepEqual(unescape(utf8('abc'), 2), { text: 'abc', position: 3, ended: false })
  assert.deepEqual(unescape(utf8(String.raw`abc\u00`), 2), { text: 'abc', position: 7, ended: false })
})

test('what cannot stand in a text is refused at its place', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['a\nb"', 'not_json', 1],
    ['a\u001fb"', 'not_json', 1],
    [String.raw`a\xb"`, 'not_json', 2],
    [String.raw`a\u00g0"`, 'not_json', 5],
    [String.raw`a\u00:0"`, 'not_json', 5],
    [String.raw`a\u00/0"`, 'not_json', 5],
    ['a\\u00`0"', 'not_json', 5],
    [String.raw`\ud800"`, 'not_utf8', 6],
    [String.raw`\ud800a"`, 'not_utf8', 6],
    [String.raw`\ud800\n"`, 'not_utf8', 7],
    [String.raw`\ud800\ud800"`, 'not_utf8', 11],
    [String.raw`\ud83d\u0041"`, 'not_utf8', 11],
    [String.raw`\ud83d\ue000"`, 'not_utf8', 11],
    [String.raw`\udc00"`, 'not_utf8', 5],
    [String.raw`\udfff"`, 'not_utf8', 5],
    [String.raw`\udbff"`, 'not_utf8', 6],
  ]
  for (const [text, code, offset] of cases) {
    for (const step of steps) {
      assert.throws(() => unescape(utf8(text), step), { code, offset: 6 + offset }, `${JSON.stringify(text)} by ${step}`)
    }
  }
  assert.equal(unescape(utf8('\u0020\u007f"'), 1).text, ' \u007f')
})

test('bytes that are not UTF-8 are refused, also a character that the end of the text cuts', () => {
  for (const step of steps) {
    for (const bytes of [
      [0xc3, 0x28, 0x22],
      [0x61, 0x80, 0x22],
      [0x61, 0xe2, 0x82, 0x22],
      [0xed, 0xa0, 0x80, 0x22],
      [0xf0, 0x9f, 0x98, 0x22],
    ]) {
      assert.throws(() => unescape(Uint8Array.from(bytes), step), { code: 'not_utf8' }, `${bytes} by ${step}`)
    }
  }
})
