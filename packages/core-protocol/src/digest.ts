// How values of full entropy are stored: their SHA-256, so that a stolen database holds nothing that can be presented.
// Computed in the caller's thread: the platform's own digest hands each value to another one, which for a value as short as a
// token costs many times the computation.
import { sha256 } from '@noble/hashes/sha2.js'
import { base64url } from 'jose'

const encoder = new TextEncoder()

/** @returns SHA-256 of the text as base64url, 43 characters */
export function digest(text: string): string {
  return base64url.encode(sha256(encoder.encode(text)))
}

/** Compares in time that does not depend on where the texts differ. */
export function equalDigests(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
