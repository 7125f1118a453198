// PBKDF2 as passlib writes it: `$pbkdf2-sha256$rounds$salt$digest`; `$pbkdf2$` alone means SHA-1. Salt and digest are base64 with `.`
// instead of `+`; the usual alphabet and padding are accepted too. https://www.rfc-editor.org/rfc/rfc8018#section-5.2
import { Buffer } from 'node:buffer'
import { pbkdf2 as pbkdf2WithCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { equalDigests } from '@symbolon/core-protocol'
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { rawBase64Bytes } from './base64.ts'
import type { Scheme } from './scheme.ts'

interface Pbkdf2Hash {
  readonly rounds: number
  readonly salt: string
  readonly digest: string
}

interface Variant {
  readonly name: string
  readonly identifiers: readonly string[]
  readonly algorithm: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
  /** The output of one round; the cost grows with the number of blocks in the digest. */
  readonly blockBytes: number
  readonly roundsPerMillisecond: number
}

const derive = promisify(pbkdf2WithCallback)

const roundsBounds: Bounds = { least: 1000, most: 2_000_000 }
const saltBounds: Bounds = { least: 1, most: 64 }
const digestBounds: Bounds = { least: 16, most: 64 }
/**
 * Digests must be multiples of 4 bytes long, as they are in all exports. A shorter digest is a prefix of a longer one, so a hash that was
 * cut by a few characters would verify.
 */
const digestUnit = 4

/** All variants. Measured on Node 24: 290000 rounds of SHA-256 take 51 ms, of SHA-512 125 ms. */
export const pbkdf2Schemes: readonly Scheme<Pbkdf2Hash>[] = [
  pbkdf2({ name: 'pbkdf2-sha1', identifiers: ['pbkdf2', 'pbkdf2-sha1'], algorithm: 'sha1', blockBytes: 20, roundsPerMillisecond: 5000 }),
  pbkdf2({ name: 'pbkdf2-sha224', identifiers: ['pbkdf2-sha224'], algorithm: 'sha224', blockBytes: 28, roundsPerMillisecond: 5000 }),
  pbkdf2({ name: 'pbkdf2-sha256', identifiers: ['pbkdf2-sha256'], algorithm: 'sha256', blockBytes: 32, roundsPerMillisecond: 5000 }),
  pbkdf2({ name: 'pbkdf2-sha384', identifiers: ['pbkdf2-sha384'], algorithm: 'sha384', blockBytes: 48, roundsPerMillisecond: 2300 }),
  pbkdf2({ name: 'pbkdf2-sha512', identifiers: ['pbkdf2-sha512'], algorithm: 'sha512', blockBytes: 64, roundsPerMillisecond: 2300 }),
]

function pbkdf2({ name, identifiers, algorithm, blockBytes, roundsPerMillisecond }: Variant): Scheme<Pbkdf2Hash> {
  return {
    name,
    parse(hash) {
      const [, identifier = '', rest = ''] = /^\$([^$]*)\$(.*)$/s.exec(hash) ?? []
      if (!identifiers.includes(identifier)) return undefined
      const members = /^(0|[1-9]\d*)\$([^$=]+)={0,2}\$([^$=]+)={0,2}$/.exec(rest)
      if (members === null) return 'malformed'
      const [rounds, salt, digest] = [Number(members[1]), usualAlphabet(members[2] ?? ''), usualAlphabet(members[3] ?? '')]
      const [saltBytes, digestBytes] = [rawBase64Bytes(salt), rawBase64Bytes(digest)]
      if (saltBytes === undefined || digestBytes === undefined || digestBytes % digestUnit !== 0) return 'malformed'
      const isBounded = isWithin(rounds, roundsBounds) && isWithin(saltBytes, saltBounds) && isWithin(digestBytes, digestBounds)
      return isBounded ? { rounds, salt, digest } : 'cost_out_of_bounds'
    },
    estimatedCost({ rounds, digest }) {
      const blocks = Math.ceil((rawBase64Bytes(digest) ?? 0) / blockBytes)
      return { memoryKiB: 4, milliseconds: (rounds * blocks) / roundsPerMillisecond }
    },
    async verify(secret, { rounds, salt, digest }) {
      const length = rawBase64Bytes(digest) ?? 0
      const derived = await derive(secret, Buffer.from(salt, 'base64'), rounds, length, algorithm)
      return equalDigests(derived.toString('base64').replace(/=+$/, ''), digest)
    },
  }
}

function usualAlphabet(text: string): string {
  return text.replaceAll('.', '+')
}
