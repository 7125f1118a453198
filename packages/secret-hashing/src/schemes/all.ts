// The schemes that can be verified, in the order in which they are asked. A scheme without a prefix of its own comes last.
import { argon2i, argon2id } from './argon2.ts'
import { bcrypt } from './bcrypt.ts'
import type { HashRefusal, ReadHash } from './scheme.ts'
import { readerOf } from './scheme.ts'

const readers = [readerOf(argon2id), readerOf(argon2i), readerOf(bcrypt)]

/** No scheme writes more: bounds the work of parsing. */
const longestHash = 512

export function readHash(hash: string): ReadHash | HashRefusal | 'unknown_scheme' {
  if (hash.length > longestHash) return 'malformed'
  for (const read of readers) {
    const reading = read(hash)
    if (reading !== undefined) return reading
  }
  return 'unknown_scheme'
}
