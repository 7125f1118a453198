// The MD5 of password and salt, one after the other: `$md5salted-suffix$` has the salt behind the password, `$md5salted-prefix$` before
// it. The digest is base64, with padding or without.
import { Buffer } from 'node:buffer'
import { equalDigests } from '@symbolon/core-protocol'
import { bytesOf, digestOf } from './digest.ts'
import { rawBase64Bytes } from './raw-base64.ts'
import type { Scheme } from './scheme.ts'

interface Md5SaltedHash {
  readonly salt: string
  readonly digest: string
}

export const md5SaltedSuffix: Scheme<Md5SaltedHash> = md5Salted('md5salted-suffix', (secret, salt) => [secret, salt])
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
