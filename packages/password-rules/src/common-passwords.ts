// The 100,000 most common passwords as a Bloom filter. It knows every one of them, and takes six of 100,000 other texts for one.
// https://en.wikipedia.org/wiki/Bloom_filter
import { digest } from '@symbolon/core-protocol'
import { commonPasswordBits } from './common-passwords-data.ts'
import { plainForm, withLetters } from './fold.ts'
import { addsLittle } from './predictable.ts'

/** The size of the filter in bits. */
export const filterSize: number = 2_300_000

/** Decoded at the first use: most processes never set a password. */
let filter: Uint8Array | undefined

/**
 * Whether the password is a common one, written in any way: in capitals or full-width letters, with digits for letters, with digits and
 * symbols before and after it.
 */
export function isCommon(password: string): boolean {
  const plain = plainForm(password)
  if (holds(withLetters(plain))) return true
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return word !== plain && holds(withLetters(word)) && addsLittle(plain.replace(word, ''))
}

function holds(folded: string): boolean {
  filter ??= bytesOf(atob(commonPasswordBits()))
  const bits = filter
  return filterPositions(folded).every((position) => ((bits[position >> 3] ?? 0) >> (position & 7)) & 1)
}

/** By a loop: `Uint8Array.from` with a function takes ten times as long, at the first password that a process checks. */
function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** The bits that stand for a text: eight positions, each made of five characters of its digest. */
export function filterPositions(folded: string): readonly number[] {
  const text = digest(folded)
  return Array.from({ length: 8 }, (_, index) => numberOf(text.slice(index * 5, index * 5 + 5)) % filterSize)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url as a number. https://www.rfc-editor.org/rfc/rfc4648#section-5 */
function numberOf(characters: string): number {
  return [...characters].reduce((sum, character) => sum * 64 + alphabet.indexOf(character), 0)
}
