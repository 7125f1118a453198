// Entries that are whole in one write are read by the parser of the runtime, others token by token. Both readings are the same, and so are
// their errors: a document is read whole and byte by byte, with every kind of damage at every place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDocumentReader, defaultLimits } from '../src/input/document-reader.ts'
import type { V1Sink } from '../src/input/envelope.ts'
import { V1InputError } from '../src/input/v1-input-error.ts'

const encoder = new TextEncoder()

/** What the sink gets, and the error with its place. */
function readIn(bytes: Uint8Array, size: number): readonly unknown[] {
  const events: unknown[] = []
  const sink: V1Sink = {
    beginOrg: (place) => void events.push(['org', place]),
    member: (name, found) => void events.push(['member', name, found]),
    beginList: (name) => void events.push(['list', name]),
    entry: (index, found) => void events.push(['entry', index, found, reader.place().path]),
    endOrg: () => void events.push(['end']),
    emptyOrg: (place) => void events.push(['empty', place]),
    outside: (place, value) => void events.push(['outside', place, value]),
  }
  const reader = createDocumentReader(sink, { limits: defaultLimits })
  try {
    for (let start = 0; start < bytes.length; start += size) reader.write(bytes.subarray(start, start + size))
    reader.end()
    events.push(['read', reader.position])
  } catch (error) {
    if (!(error instanceof V1InputError)) throw error
    events.push([error.code, error.message])
  }
  return events
}

function assertSame(bytes: Uint8Array, title: string): void {
  const byByte = readIn(bytes, 1)
  for (const size of [64, bytes.length]) assert.deepEqual(readIn(bytes, size), byByte, `${title}, in writes of ${size} bytes`)
}

const document = `\uFEFF{"orgs": [ {"orgId":"1", "humanUsers": [ {"a":{"b":[1,{"c":null}]},"t":"x:}]\\"\\\\","ü":"💥\\u00e9\\ud83d\\udca5"} ,\n {},null, {"__proto__":{"d":-1.5e3}},
  {"e":"${'long '.repeat(30)}"}], "policy":{"x":[{"y":true}]}, "keys":[{"id":"1"},{"id":"2"}]}, null, {"orgId":"2","list":[[{"z":1}],"s",4,{"w":false}]}], "timeout":"1s"}`

test('a document is read the same in writes of any size', () => {
  const events = readIn(encoder.encode(document), 1)
  assert.deepEqual(events.at(-1), ['read', encoder.encode(document).length])
  assert.equal(events.filter((event) => Array.isArray(event) && event[0] === 'entry').length, 11)
  assertSame(encoder.encode(document), 'the document')
})

test('a document that ends too early is refused the same in writes of any size', () => {
  const bytes = encoder.encode(document)
  for (let end = 1; end < bytes.length; end += 1) assertSame(bytes.subarray(0, end), `${end} bytes`)
})

test('a damaged document is refused, or read, the same in writes of any size', () => {
  const bytes = encoder.encode(document)
  for (const damage of [...encoder.encode('"{}[],:\\'), 0x01, 0xff]) {
    for (let at = 0; at < bytes.length; at += 1) assertSame(bytes.with(at, damage), `byte ${damage} at ${at}`)
  }
})

test('a member that occurs twice and a value that is too deep are refused in an entry that is whole', () => {
  const inside = (entry: string): Uint8Array => encoder.encode(`{"orgs":[{"orgId":"1","humanUsers":[{"a":1},${entry},{"b":2}]}]}`)
  for (const entry of ['{"a":1,"a":2}', '{"a":{"__proto__":1,"__proto__":2}}', '{"a":1,"\\u0061":2}', '{"a":":","a":1}']) {
    const bytes = inside(entry)
    assert.equal((readIn(bytes, bytes.length).at(-1) as readonly unknown[])[0], 'duplicate_member', entry)
    assertSame(bytes, entry)
  }
  for (const levels of [27, 28, 29, 30, 40]) assertSame(inside(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`), `${levels} levels`)
})
