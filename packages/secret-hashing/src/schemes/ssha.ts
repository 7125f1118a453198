// Salted SHA of LDAP directories: `{SSHA}`, `{SSHA256}` or `{SSHA512}`, then the base64 of the digest of password and salt, followed by
// the salt. https://www.openldap.org/doc/admin26/security.html#SSHA%20password%20storage%20scheme
import { Buffer } from 'node:buffer'
import { equalDigests } from '@symbolon/core-protocol'
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { digestOf } from './digest.ts'
import type { DigestAlgorithm } from './digest.ts'
import { rawBase64Bytes } from './base64.ts'
import type { Scheme } from './scheme.ts'

interface SshaHash {
  readonly digest: Uint8Array
  readonly salt: Uint8Array
}

const saltBounds: Bounds = { least: 4, most: 64 }

/** All variants. */
export const sshaSchemes: readonly Scheme<SshaHash>[] = [
  ssha('ssha', '{SSHA}', 'sha1', 20),
  ssha('ssha256', '{SSHA256}', 'sha256', 32),
  ssha('ssha512', '{SSHA512}', 'sha512', 64),
]

function ssha(name: string, prefix: string, algorithm: DigestAlgorithm, digestLength: number): Scheme<SshaHash> {
  return {
    name,
    parse(hash) {
      // The name of the scheme is case-insensitive: https://www.rfc-editor.org/rfc/rfc2307#section-5.3
      if (hash.slice(0, prefix.length).toUpperCase() !== prefix) return undefined
      const text = hash.slice(prefix.length)
      const length = rawBase64Bytes(text.replace(/={1,2}$/, ''))
      if (length === undefined || (text.endsWith('=') && text.length % 4 !== 0)) return 'malformed'
      if (!isWithin(length - digestLength, saltBounds)) return 'malformed'
      const bytes = Buffer.from(text, 'base64')
      return { digest: bytes.subarray(0, digestLength), salt: bytes.subarray(digestLength) }
    },
    estimatedCost: () => ({ memoryKiB: 4, milliseconds: 1 }),
    async verify(secret, { digest, salt }) {
      return equalDigests(Buffer.from(digestOf(algorithm, secret, salt)).toString('base64'), Buffer.from(digest).toString('base64'))
    },
  }
}
