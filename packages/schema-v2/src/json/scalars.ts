// Booleans, integers and bytes of the protobuf JSON mapping (https://protobuf.dev/programming-guides/json/).
// Normal forms: uint32 is a JSON number, uint64 a decimal string (it may exceed 2^53), bytes standard base64 with padding.

import { leaf } from './leaf.ts'
import type { JsonSchema, LeafSchema } from './leaf.ts'

/** True or false. False means the same as absence. */
export function bool(): LeafSchema<boolean> {
  return leaf(
    { type: 'boolean' },
    'must be true or false, without quotes',
    (input) => (typeof input === 'boolean' ? input : undefined),
    false,
  )
}

/** A whole number below 2^32. 0 means the same as absence. */
export function uint32(): LeafSchema<number> {
  return leaf(
    { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    'must be a whole number from 0 to 4294967295',
    (input) => {
      const value = readUnsigned(input)
      return value !== undefined && value < 2n ** 32n ? Number(value) : undefined
    },
    0,
  )
}

/** A whole number below 2^64, read as a decimal string. 0 means the same as absence. */
export function uint64(): LeafSchema<string> {
  return leaf(
    { type: 'string', pattern: '^[0-9]{1,20}$', description: 'A whole number in decimal digits.' },
    'must be a whole number from 0 to 18446744073709551615; write large ones as a string',
    (input) => {
      const value = readUnsigned(input)
      return value !== undefined && value < 2n ** 64n ? value.toString() : undefined
    },
    '0',
  )
}

/** Base64 of at most `maxBytes` bytes. */
export function bytes(maxBytes: number): LeafSchema<string> {
  return leaf(base64Json(maxBytes, 0), `must be base64 of at most ${maxBytes} bytes`, (input) => readBytes(input, 0, maxBytes), '')
}

/** Base64 of 1 to `maxBytes` bytes. */
export function filledBytes(maxBytes: number): LeafSchema<string> {
  return leaf(base64Json(maxBytes, 1), `must be base64 of 1 to ${maxBytes} bytes`, (input) => readBytes(input, 1, maxBytes))
}

/** Base64url of 1 to `maxBytes` bytes, without padding, as WebAuthn spells bytes in JSON. */
export function base64url(maxBytes: number): LeafSchema<string> {
  const json = { type: 'string', minLength: 2, maxLength: Math.ceil((4 * maxBytes) / 3), pattern: '^[A-Za-z0-9_-]+$' }
  return leaf(json, `must be base64url of 1 to ${maxBytes} bytes`, (input) =>
    readBytes(input, 1, maxBytes)?.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  )
}

function base64Json(maxBytes: number, minLength: number): JsonSchema {
  const maxLength = 4 * Math.ceil(maxBytes / 3)
  return { type: 'string', contentEncoding: 'base64', minLength, maxLength, pattern: '^[A-Za-z0-9+/]*={0,2}$' }
}

function readUnsigned(input: unknown): bigint | undefined {
  // The JSON parser has rounded a number beyond 2^53, so its value is unknown.
  if (typeof input === 'number') return Number.isSafeInteger(input) && input >= 0 ? BigInt(input) : undefined
  return typeof input === 'string' && /^[0-9]{1,20}$/.test(input) ? BigInt(input) : undefined
}

function readBytes(input: unknown, minBytes: number, maxBytes: number): string | undefined {
  if (typeof input !== 'string' || input.length > 4 * Math.ceil(maxBytes / 3)) return undefined
  const match = /^([A-Za-z0-9+/_-]*)(={0,2})$/.exec(input)
  if (match === null || (match[2] !== '' && input.length % 4 !== 0)) return undefined
  const digits = input
    .slice(0, input.length - (match[2]?.length ?? 0))
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (digits.length % 4 === 1) return undefined
  // Decoding and encoding again also clears the unused bits of the last digit, so equal bytes have one spelling.
  const decoded = atob(digits)
  return decoded.length >= minBytes && decoded.length <= maxBytes ? btoa(decoded) : undefined
}
