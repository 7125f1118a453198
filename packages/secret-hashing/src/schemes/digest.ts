// The hash functions of imported formats. A hash in such a format is replaced at the next sign-in.
import { createHash } from 'node:crypto'

/** The hash functions. */
export type DigestAlgorithm = 'md5' | 'sha1' | 'sha256' | 'sha512'

/** The digest of the concatenated parts. */
export function digestOf(algorithm: DigestAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The bytes repeated up to the length. */
export function repeated(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => bytes[index % bytes.length] ?? 0)
}

/** The UTF-8 of a salt. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
