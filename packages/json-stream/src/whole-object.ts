// Reads an object that is whole in memory with the parser of the runtime, which is many times faster than a tokenizer. It decides nothing:
// whatever it does not take is read token by token, and only that reading refuses.

/** An object in bytes. */
export interface WholeObject {
  readonly value: object
  /** The position behind its last brace. */
  readonly end: number
}

const quotationMark = 0x22
const comma = 0x2c
const colon = 0x3a
const openingBracket = 0x5b
const backslash = 0x5c
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @returns the position of the brace at which the next element of an array begins, undefined if the element is not an object or has not arrived yet */
export function startOfObject(bytes: Uint8Array, from: number, afterComma: boolean): number | undefined {
  let at = skipSpace(bytes, from)
  if (afterComma) {
    if (bytes[at] !== comma) return undefined
    at = skipSpace(bytes, at + 1)
  }
  return bytes[at] === openingBrace ? at : undefined
}

/**
 * @param start of the object
 * @param levels how deep it may be nested
 * @returns the object; `incomplete` if its end is not there yet; undefined for all that has to be read token by token
 */
export function readWholeObject(bytes: Uint8Array, start: number, levels: number): WholeObject | 'incomplete' | undefined {
  let depth = 0
  let members = 0
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quotationMark) {
      at = endOfText(bytes, at)
      if (at === -1) return 'incomplete'
    } else if (byte === colon) members += 1
    else if (byte === openingBrace || byte === openingBracket) {
      depth += 1
      if (depth > levels) return undefined
    } else if (byte === closingBrace || byte === closingBracket) {
      depth -= 1
      if (depth === 0) return parse(bytes, start, at + 1, members)
    }
  }
  return 'incomplete'
}

/** A member that occurs twice has two colons and one value. */
function parse(bytes: Uint8Array, start: number, end: number, members: number): WholeObject | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes.subarray(start, end)))
    return typeof value === 'object' && value !== null && countMembers(value) === members ? { value, end } : undefined
  } catch {
    return undefined
  }
}

function countMembers(value: object): number {
  const names = Object.keys(value)
  let count = Array.isArray(value) ? 0 : names.length
  for (const name of names) {
    const member: unknown = Reflect.get(value, name)
    if (typeof member === 'object' && member !== null) count += countMembers(member)
  }
  return count
}

/** @returns the position of the quotation mark that ends the text, -1 if it is not there yet */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quotationMark, start + 1); end !== -1; end = bytes.indexOf(quotationMark, end + 1)) {
    let backslashes = 0
    while (bytes[end - 1 - backslashes] === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return -1
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
  return at
}

/** @returns the position behind the next bracket that opens a list or brace that ends an object: an element may begin behind it */
export function nextElementMayBegin(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if (bytes[at] === openingBracket || bytes[at] === closingBrace) return at + 1
  return bytes.length
}
