// MD5 without stretching. `$md5salted-suffix$` is the digest of password and salt, `$md5salted-prefix$` of salt and password, in base64
// with or without padding. 32 hexadecimal digits are the digest of the password alone.
import { Buffer } from 'node:buffer'
import { equalDigests } from '@symbolon/core-protocol'
import { bytesOf, digestOf } from './digest.ts'
import { rawBase64Bytes } from './base64.ts'
import type { Scheme } from './scheme.ts'

interface Md5SaltedHash {
  readonly salt: string
  readonly digest: string
}

/** The salt follows the password. */
export const md5SaltedSuffix: Scheme<Md5SaltedHash> = md5Salted('md5salted-suffix', (secret, salt) => [secret, salt])
/** The salt precedes the password. */
export const md5SaltedPrefix: Scheme<Md5SaltedHash> = md5Salted('md5salted-prefix', (secret, salt) => [salt, secret])

function md5Salted(name: string, order: (secret: Uint8Array, salt: Uint8Array) => readonly Uint8Array[]): Scheme<Md5SaltedHash> {
  return {
    name,
    parse(hash) {
      const prefix = `$${name}$`
      if (!hash.startsWith(prefix)) return undefined
      const [, salt, digest] = /^([^$\s\p{Cc}]+)\$([A-Za-z0-9+/]{22})(?:==)?$/u.exec(hash.slice(prefix.length)) ?? []
      return salt === undefined || digest === undefined || rawBase64Bytes(digest) === undefined ? 'malformed' : { salt, digest }
    },
    estimatedCost: () => ({ memoryKiB: 4, milliseconds: 1 }),
    async verify(secret, { salt, digest }) {
      const computed = digestOf('md5', ...order(secret, bytesOf(salt)))
      return equalDigests(Buffer.from(computed).toString('base64').slice(0, digest.length), digest)
    },
  }
}

interface Md5PlainHash {
  readonly digest: string
}

/** The digest of the password alone. It has no prefix, so it must be tried last. */
export const md5Plain: Scheme<Md5PlainHash> = {
  name: 'md5plain',
  parse: (hash) => (/^[0-9A-Fa-f]{32}$/.test(hash) ? { digest: hash.toLowerCase() } : undefined),
  estimatedCost: () => ({ memoryKiB: 4, milliseconds: 1 }),
  verify: async (secret, { digest }) => equalDigests(Buffer.from(digestOf('md5', secret)).toString('hex'), digest),
}
