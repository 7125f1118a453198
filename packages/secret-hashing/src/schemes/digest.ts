// The hash functions that the old formats are built of. They are no choice of ours: each hash is replaced at the next login.
import { createHash } from 'node:crypto'

export type DigestAlgorithm = 'md5' | 'sha1' | 'sha256' | 'sha512'

export function digestOf(algorithm: DigestAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The bytes over and over, cut at the length. */
export function repeated(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => bytes[index % bytes.length] ?? 0)
}

/** Of salts, which are text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
