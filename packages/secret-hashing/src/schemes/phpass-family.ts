// phpass and Drupal 7: a digest of salt and password, hashed together with the password 2^n times. The character after the prefix is n,
// the eight after it are the salt. https://www.openwall.com/phpass/
import { equalDigests } from '@symbolon/core-protocol'
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { cryptAlphabet, encodeCryptBase64 } from './base64.ts'
import { bytesOf, digestOf } from './digest.ts'
import type { DigestAlgorithm } from './digest.ts'
import { runInSlices } from './run-in-slices.ts'
import type { Scheme } from './scheme.ts'

interface StretchedHash {
  readonly rounds: number
  readonly salt: string
  readonly digest: string
}

interface Variant {
  readonly name: string
  readonly prefixes: readonly string[]
  readonly algorithm: DigestAlgorithm
  /** In characters. Drupal stores less than the whole digest. */
  readonly digestLength: number
  /** Of n, the binary logarithm of the number of rounds. */
  readonly bounds: Bounds
  readonly roundsPerMillisecond: number
}

/** `$P$`, and `$H$` in phpBB: MD5. passlib makes 2^19 rounds by default. Measured on Node 24: 2^13 rounds take 13 ms. */
export const phpass: Scheme<StretchedHash> = stretched({
  name: 'phpass',
  prefixes: ['$P$', '$H$'],
  algorithm: 'md5',
  digestLength: 22,
  bounds: { least: 7, most: 20 },
  roundsPerMillisecond: 600,
})

/**
 * `$S$`: SHA-512, cut to 43 characters. Drupal accepts 1,000 to 500,000 rounds. Measured on Node 24: 2^15 rounds take 59 ms.
 * https://api.drupal.org/api/drupal/includes%21password.inc/7.x
 */
export const drupal7: Scheme<StretchedHash> = stretched({
  name: 'drupal7',
  prefixes: ['$S$'],
  algorithm: 'sha512',
  digestLength: 43,
  bounds: { least: 10, most: 18 },
  roundsPerMillisecond: 550,
})

function stretched(variant: Variant): Scheme<StretchedHash> {
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
      await runInSlices(rounds, () => {
        state = digestOf(algorithm, state, secret)
      })
      return equalDigests(encodeCryptBase64([...state]).slice(0, digestLength), digest)
    },
  }
}
