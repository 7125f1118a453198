// Digests, computed synchronously in the caller's thread. WebCrypto hands each value to another thread, which costs many times the
// computation for a value as short as a token.
import { createHmac, createSecretKey, hash, hkdfSync } from 'node:crypto'

/**
 * How values of full entropy are stored: so that a stolen database holds nothing that can be presented.
 * @returns SHA-256 of the text as base64url, 43 characters
 */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}

/**
 * `at_hash` and `c_hash`. https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken
 * @returns the left half of the digest as base64url
 */
export function leftHalfDigest(text: string, algorithm: 'sha256' | 'sha512'): string {
  const bytes = hash(algorithm, text, 'buffer')
  return bytes.toString('base64url', 0, bytes.length / 2)
}

/**
 * HMAC-SHA-256 under a key that is derived for the purpose, so that the digests of one say nothing about those of another.
 * https://www.rfc-editor.org/rfc/rfc5869
 * @returns a function that returns the digest of a text as base64url, 43 characters
 */
export function keyedDigest(key: Uint8Array, purpose: string): (text: string) => string {
  // Prepared once: to do so for every digest costs six times the digest.
  const derived = createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)))
  return (text) => createHmac('sha256', derived).update(text).digest('base64url')
}

/** Compares in constant time: the time does not depend on where the texts differ. */
export function equalDigests(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
