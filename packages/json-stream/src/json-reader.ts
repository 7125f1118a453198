// Bytes to the events of a JSON document (https://www.rfc-editor.org/rfc/rfc8259), in any number of writes: the library's tokenizer cuts,
// this file holds the tokens to the grammar. One document, nothing after it, never deeper than the bound. Every event knows its offset.
// Elements of an array that are whole in memory may be taken as values.

import { Tokenizer, TokenType } from '@streamparser/json'
import type { ParsedTokenInfo } from '@streamparser/json'
import type { JsonErrorCode } from './json-input-error.ts'
import { nextElementMayBegin, readWholeObject, startOfObject } from './whole-object.ts'

/** Levels of nesting. An export has 8. The v2 document has the same bound. */
export const deepestLevel = 32

/** The events of a reader, in the order of the input. Offsets are in bytes from its start. */
export interface JsonEvents {
  beginObject(offset: number): void
  beginArray(offset: number): void
  endObject(offset: number): void
  endArray(offset: number): void
  key(name: string, offset: number): void
  scalar(value: string | number | boolean | null, offset: number): void
  /**
   * Takes an element of the current array that is an object, in place of its events.
   * @param end behind its last brace
   */
  whole?(value: object, offset: number, end: number): void
  /** The maximum number of bytes of such an element that may wait for the next write; 0 where the elements are taken as events. */
  wholeBytes?(): number
  /** Called at most once, and nothing after it. The caller knows the place. */
  fail(code: JsonErrorCode, offset: number, problem: string): never
}

/** Takes the bytes of one document in any number of writes. */
export interface JsonReader {
  write(bytes: Uint8Array): void
  /** Skips bytes of a string that the caller has read itself. The reader must be inside the string. */
  skip(bytes: number): void
  end(): void
  /** The number of received bytes. */
  readonly position: number
  /** Where the token began that came last: what was written since waits inside of the tokenizer. */
  readonly lastToken: number
}

const cutOff = 'ends before its JSON is complete; the input is truncated, so get a complete copy'
const notUtf8 = 'is not UTF-8; convert it, for instance with iconv'

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | ', or }' | ', or ]' | 'the end'

const nothing = new Uint8Array()

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/**
 * Reads one JSON document (https://www.rfc-editor.org/rfc/rfc8259).
 * @returns the reader; it calls `events.fail` with not_json, truncated, not_utf8 or too_deep, and throws what `fail` throws
 */
export function createJsonReader(events: JsonEvents): JsonReader {
  const containers: ('object' | 'array')[] = []
  let expected: Expected = 'value'
  let position = 0
  let lastToken = 0
  // The tokenizer skips a byte order mark and does not count it.
  let byteOrderMark = 0
  let skipped = 0
  /** The beginning of an element that is not whole yet. */
  let held = nothing

  const tokenizer = new Tokenizer()
  let ours: unknown
  tokenizer.onToken = (token) => {
    try {
      onToken(token)
    } catch (error) {
      ours = error
      throw error
    }
  }
  tokenizer.onError = (error) => {
    throw error
  }

  function onToken({ token, value, offset: counted }: ParsedTokenInfo): void {
    const offset = counted + byteOrderMark + skipped
    lastToken = offset
    switch (token) {
      case TokenType.LEFT_BRACE:
        return begin('object', offset)
      case TokenType.LEFT_BRACKET:
        return begin('array', offset)
      case TokenType.RIGHT_BRACE:
        return end('object', offset)
      case TokenType.RIGHT_BRACKET:
        return end('array', offset)
      case TokenType.COLON:
        return punctuation('colon', 'value', offset)
      case TokenType.COMMA:
        return comma(offset)
      case TokenType.STRING:
        return text(String(value), offset)
      case TokenType.NUMBER:
      case TokenType.TRUE:
      case TokenType.FALSE:
      case TokenType.NULL:
        return scalar(value, offset)
      case TokenType.SEPARATOR:
        return unexpected(offset)
    }
  }

  function begin(container: 'object' | 'array', offset: number): void {
    beginValue(offset)
    if (containers.length === deepestLevel)
      events.fail('too_deep', offset, `is nested deeper than ${deepestLevel} levels; flatten or remove it`)
    containers.push(container)
    if (container === 'object') events.beginObject(offset)
    else events.beginArray(offset)
    expected = container === 'object' ? 'key or }' : 'value or ]'
  }

  function end(container: 'object' | 'array', offset: number): void {
    const possible = container === 'object' ? ['key or }', ', or }'] : ['value or ]', ', or ]']
    if (!possible.includes(expected)) unexpected(offset)
    containers.pop()
    if (container === 'object') events.endObject(offset)
    else events.endArray(offset)
    afterValue()
  }

  function text(value: string, offset: number): void {
    if (expected !== 'key' && expected !== 'key or }') return scalar(value, offset)
    events.key(value, offset)
    expected = 'colon'
  }

  function scalar(value: string | number | boolean | null, offset: number): void {
    beginValue(offset)
    events.scalar(value, offset)
    afterValue()
  }

  function comma(offset: number): void {
    if (expected === ', or }') expected = 'key'
    else if (expected === ', or ]') expected = 'value'
    else unexpected(offset)
  }

  function punctuation(mark: Expected, next: Expected, offset: number): void {
    if (expected !== mark) unexpected(offset)
    expected = next
  }

  function beginValue(offset: number): void {
    if (expected !== 'value' && expected !== 'value or ]') unexpected(offset)
  }

  function afterValue(): void {
    const container = containers.at(-1)
    if (container === undefined) expected = 'the end'
    else expected = container === 'object' ? ', or }' : ', or ]'
  }

  function unexpected(offset: number): never {
    return events.fail('not_json', offset, `is not JSON: ${expected === 'the end' ? 'something follows its end' : `expected ${expected}`}`)
  }

  return {
    get position() {
      return position
    },
    get lastToken() {
      return lastToken
    },
    write(bytes) {
      if (position === 0) refuseOtherFormats(bytes)
      let rest = held.length === 0 ? bytes : joined(held, bytes)
      // An element is tried again when twice as much of it has come, so that many small writes do not scan it many times.
      let tryFrom = 2 * held.length
      held = nothing
      while (rest.length > 0) {
        const taken = takeWhole(rest)
        if (taken === 'incomplete' && rest.length >= tryFrom) return void (held = rest.slice())
        rest = rest.subarray(typeof taken === 'number' && taken > 0 ? taken : feed(rest))
        tryFrom = 0
      }
    },
    skip(bytes) {
      skipped += bytes
      position += bytes
    },
    end() {
      if (held.length > 0) write(held)
      guard(() => tokenizer.end(), 'truncated')
      if (expected !== 'the end') events.fail('truncated', position, position === 0 ? 'is empty' : cutOff)
    },
  }

  /** @returns the number of bytes that were taken as a whole element */
  function takeWhole(bytes: Uint8Array): number | 'incomplete' {
    const mostBytes = events.wholeBytes?.() ?? 0
    const afterComma = expected === ', or ]'
    if (mostBytes === 0 || !(afterComma || expected === 'value or ]')) return 0
    const start = startOfObject(bytes, 0, afterComma)
    const object = start === undefined ? undefined : readWholeObject(bytes, start, deepestLevel - containers.length)
    if (object === 'incomplete') return bytes.length > mostBytes ? 0 : 'incomplete'
    if (start === undefined || object === undefined) return 0
    const offset = position + start
    lastToken = position + object.end - 1
    skipped += object.end
    position += object.end
    events.whole?.(object.value, offset, position)
    expected = ', or ]'
    return object.end
  }

  /** @returns the number of bytes that the tokenizer read: up to the next place where an element may begin, if elements are taken whole */
  function feed(bytes: Uint8Array): number {
    const some = events.wholeBytes === undefined ? bytes : bytes.subarray(0, nextElementMayBegin(bytes, 0))
    write(some)
    return some.length
  }

  function write(bytes: Uint8Array): void {
    guard(() => tokenizer.write(bytes))
    position += bytes.length
  }

  function refuseOtherFormats(bytes: Uint8Array): void {
    const [first, second] = bytes
    if (first === 0xef) byteOrderMark = 3
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) events.fail('not_utf8', 0, notUtf8)
    const compressed = (first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b) || (first === 0x28 && second === 0xb5)
    if (compressed) events.fail('not_json', 0, 'is compressed or an archive; unpack it first')
  }

  /** The tokenizer's own messages quote the input: only the place is taken from them. */
  function guard(step: () => void, code: 'not_json' | 'truncated' = 'not_json'): void {
    try {
      step()
    } catch (error) {
      if (error === ours || !(error instanceof Error)) throw error
      if (code === 'truncated') events.fail('truncated', position, cutOff)
      const [, absolute] = /absolute position "(\d+)"/.exec(error.message) ?? []
      // The decoder throws a TypeError (https://encoding.spec.whatwg.org/#dom-textdecoder-decode), the tokenizer does not.
      if (error instanceof TypeError) events.fail('not_utf8', lastToken, notUtf8)
      events.fail('not_json', absolute === undefined ? lastToken : Number(absolute) + skipped, 'is not JSON')
    }
  }
}
