// Formats that stretch a digest of salt and password by hashing it with the password 2^n times. n is the character after the prefix,
// the salt the eight after it. https://www.openwall.com/phpass/
import { equalDigests } from '@symbolon/core-protocol'
import type { Bounds } from '../bounds.ts'
import { isWithin } from '../bounds.ts'
import { cryptAlphabet, encodeCryptBase64 } from './crypt-base64.ts'
import { bytesOf, digestOf } from './digest.ts'
import type { DigestAlgorithm } from './digest.ts'
import { inSlices } from './in-slices.ts'
import type { Scheme } from './scheme.ts'

export interface StretchedHash {
  readonly rounds: number
  readonly salt: string
  readonly digest: string
}

export interface StretchedVariant {
  readonly name: string
  readonly prefixes: readonly string[]
  readonly algorithm: DigestAlgorithm
  /** Characters; Drupal cuts them off before the end. */
  readonly digestLength: number
  /** Of n, the binary logarithm of the rounds. */
  readonly bounds: Bounds
  readonly roundsPerMillisecond: number
}

export function stretched(variant: StretchedVariant): Scheme<StretchedHash> {
  const { name, prefixes, algorithm, digestLength, bounds, roundsPerMillisecond } = variant
  return {
    name,
    parse(hash) {
      if (!prefixes.includes(hash.slice(0, 3))) return undefined
      const [, log2 = '', salt = '', digest = ''] = /^([./0-9A-Za-z])([!-#%-~]{8})([./0-9A-Za-z]+)$/.exec(hash.slice(3)) ?? []
      if (digest.length !== digestLength) return 'malformed'
      const exponent = cryptAlphabet.indexOf(log2)
      return isWithin(exponent, bounds) ? { rounds: 2 ** exponent, salt, digest } : 'cost_out_of_bounds'
    },
    estimatedCost: ({ rounds }) => ({ memoryKiB: 4, milliseconds: rounds / roundsPerMillisecond }),
    async verify(secret, { rounds, salt, digest }) {
      let state = digestOf(algorithm, bytesOf(salt), secret)
      await inSlices(rounds, () => { state = digestOf(algorithm, state, secret) })
      return equalDigests(encodeCryptBase64([...state]).slice(0, digestLength), digest)
    },
  }
}
