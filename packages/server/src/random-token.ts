// The one source of tokens, codes and ids: 256 random bits as base64url without padding. https://www.rfc-editor.org/rfc/rfc4648#section-5
import { Buffer } from 'node:buffer'

const tokenBytes = 32
/** Random bytes are generated for this many tokens at once: a call for each token costs more than the rest of making it. */
const tokensAtOnce = 64

/** @returns a function that makes a token of 43 characters at each call */
export function tokenSource(): () => string {
  const bytes = new Uint8Array(tokenBytes * tokensAtOnce)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      crypto.getRandomValues(bytes)
      used = 0
    }
    const own = bytes.subarray(used, used + tokenBytes)
    const token = base64url(own)
    // The bytes of a token that was returned are erased.
    own.fill(0)
    used += tokenBytes
    return token
  }
}

/** @returns 43 characters */
export function randomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(tokenBytes)))
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}
