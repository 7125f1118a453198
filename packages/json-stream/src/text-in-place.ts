// A JSON text whose characters take the place of their escapes, in the memory where it stands: none has more bytes than its escape. As a
// string, a document of many megabytes would be in memory several times. https://www.rfc-editor.org/rfc/rfc8259#section-7
import type { JsonEvents } from './json-reader.ts'

/** A JSON string that is unescaped in the memory where it stands. */
export interface TextInPlace {
  /**
   * Reads up to `end`, or to the quotation mark that ends the text. @returns the position that it reached
   * @throws the error of `fail`: not_json for a character that JSON forbids in a string, not_utf8 for bytes or escapes that are not valid characters
   */
  read(end: number): number
  /** Whether the position is at the quotation mark. */
  readonly ended: boolean
  /** The text so far, in UTF-8. */
  readonly bytes: Uint8Array
}

const quotationMark = 0x22
const backslash = 0x5c
const letterU = 0x75

const escapes: ReadonlyMap<number, number> = new Map([
  [quotationMark, quotationMark],
  [backslash, backslash],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
])

/** @param start behind the quotation mark that begins the text */
export function textInPlace(body: Uint8Array, start: number, fail: JsonEvents['fail']): TextInPlace {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let position = start
  let written = start
  let escaped = false
  /** The number of missing digits of an escape, and the value of the received digits. */
  let digits = 0
  let unit = 0
  /** The first half of a character outside of the Basic Multilingual Plane, or 0. */
  let half = 0
  let ended = false

  function read(byte: number): void {
    if (digits > 0) return digit(byte)
    if (escaped) return afterBackslash(byte)
    if (byte === backslash) return void (escaped = true)
    whole()
    if (byte === quotationMark) return void (ended = true)
    if (byte < 0x20) fail('not_json', position, 'is not JSON')
    body[written++] = byte
  }

  function afterBackslash(byte: number): void {
    escaped = false
    if (byte === letterU) {
      digits = 4
      unit = 0
      return
    }
    whole()
    body[written++] = escapes.get(byte) ?? fail('not_json', position, 'is not JSON')
  }

  function digit(byte: number): void {
    unit = unit * 16 + (hexadecimal(byte) ?? fail('not_json', position, 'is not JSON'))
    digits -= 1
    if (digits > 0) return
    if (unit >= 0xdc00 && unit <= 0xdfff && half !== 0) {
      character(0x10000 + (half - 0xd800) * 0x400 + unit - 0xdc00)
      half = 0
      return
    }
    whole()
    if (unit < 0xd800 || unit > 0xdfff) return character(unit)
    half = unit
    if (unit > 0xdbff) whole()
  }

  /** After half a character came something else. */
  function whole(): void {
    if (half !== 0) fail('not_utf8', position, 'holds a lone surrogate; remove it')
  }

  /** https://www.rfc-editor.org/rfc/rfc3629#section-3 */
  function character(code: number): void {
    if (code < 0x80) {
      body[written++] = code
      return
    }
    const following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
    body[written++] = ((0xff00 >> (following + 1)) & 0xff) | (code >> (6 * following))
    for (let rest = following - 1; rest >= 0; rest--) body[written++] = 0x80 | ((code >> (6 * rest)) & 0x3f)
  }

  return {
    get ended() {
      return ended
    },
    get bytes() {
      return body.subarray(start, written)
    },
    read(end) {
      const unchecked = written
      while (position < end) {
        read(body[position] ?? 0)
        if (ended) break
        position += 1
      }
      try {
        decoder.decode(body.subarray(unchecked, written), { stream: !ended })
      } catch {
        fail('not_utf8', position, 'is not UTF-8; convert it, for instance with iconv')
      }
      return position
    },
  }
}

function hexadecimal(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined
}
