// Hashing for tests. A real password hash takes 20 milliseconds of processor time, on purpose.
import type { SecretHashing } from '@symbolon/core-protocol'
import { digest, equalDigests } from '@symbolon/core-protocol'

const prefix = '$test-only$'

/** Not safe for real passwords: the hash is one SHA-256. */
export const insecureTestHashing: SecretHashing = {
  hash: async (secret) => hashOf(secret),
  async verify(secret, hash, options = {}) {
    const begun = (await options.begin?.()) ?? true
    return { valid: begun && equalDigests(hashOf(secret), hash), rehash: false }
  },
  async verifyAbsent(_secret, options = {}) {
    await options.begin?.()
  },
  inspect: (hash) =>
    hash.startsWith(prefix) ? { supported: true, scheme: 'test-only', milliseconds: 1 } : { supported: false, reason: 'unknown_scheme' },
}

/** The hash of a password. A document that brings it needs no password that a policy allows. */
export function hashOf(secret: string): string {
  return `${prefix}${digest(secret)}`
}
