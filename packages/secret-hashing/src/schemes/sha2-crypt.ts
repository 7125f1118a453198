// SHA-crypt: `$5$` with SHA-256, `$6$` with SHA-512. https://www.akkadia.org/drepper/SHA-crypt.txt, whose step numbers are cited here.
import { equalDigests } from '@symbolon/core-protocol'
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { encodeCryptBase64 } from './base64.ts'
import { bytesOf, digestOf, repeated } from './digest.ts'
import { runInSlices } from './run-in-slices.ts'
import type { Scheme } from './scheme.ts'

interface Sha2CryptHash {
  readonly rounds: number
  readonly salt: string
  readonly digest: string
}

interface Variant {
  readonly name: string
  readonly prefix: string
  readonly algorithm: 'sha256' | 'sha512'
  readonly digestLength: number
  /** The order in which the bytes of the last digest are encoded (22e). */
  readonly order: readonly number[]
}

/** passlib makes 656,000 by default. */
const roundsBounds: Bounds = { least: 1000, most: 1_000_000 }
const roundsByDefault = 5000
/** Measured on Node 24 with a password of 16 bytes. */
const roundsPerMillisecond = 350

/** `$5$`. */
export const sha256Crypt: Scheme<Sha2CryptHash> = sha2Crypt({
  name: 'sha256crypt',
  prefix: '$5$',
  algorithm: 'sha256',
  digestLength: 43,
  order: [...rotated([20, 10, 0], 10, [1, 2, 0]), 30, 31],
})

/** `$6$`. */
export const sha512Crypt: Scheme<Sha2CryptHash> = sha2Crypt({
  name: 'sha512crypt',
  prefix: '$6$',
  algorithm: 'sha512',
  digestLength: 86,
  order: [...rotated([42, 21, 0], 21, [2, 0, 1]), 63],
})

/** Groups of three. Each group is the one before with its members permuted by `from` and increased by one. */
function rotated(first: readonly number[], groups: number, from: readonly number[]): number[] {
  const all: number[] = []
  let group = first
  for (let count = 0; count < groups; count++) {
    all.push(...group)
    group = from.map((index) => (group[index] ?? 0) + 1)
  }
  return all
}

function sha2Crypt({ name, prefix, algorithm, digestLength, order }: Variant): Scheme<Sha2CryptHash> {
  return {
    name,
    parse(hash) {
      if (!hash.startsWith(prefix)) return undefined
      const members = /^(?:rounds=(0|[1-9]\d*)\$)?([!-#%-~]{0,16})\$([./0-9A-Za-z]+)$/.exec(hash.slice(prefix.length))
      const [, given, salt, digest] = members ?? []
      if (salt === undefined || digest?.length !== digestLength) return 'malformed'
      const rounds = given === undefined ? roundsByDefault : Number(given)
      return isWithin(rounds, roundsBounds) ? { rounds, salt, digest } : 'cost_out_of_bounds'
    },
    estimatedCost: ({ rounds }) => ({ memoryKiB: 8, milliseconds: rounds / roundsPerMillisecond }),
    async verify(secret, { rounds, salt: text, digest }) {
      const salt = bytesOf(text)
      const inner = digestOf(algorithm, secret, salt, secret) // 4 to 8
      const bits: Uint8Array[] = []
      for (let rest = secret.length; rest > 0; rest >>= 1) bits.push(rest % 2 === 1 ? inner : secret) // 11
      let state = digestOf(algorithm, secret, salt, repeated(inner, secret.length), ...bits) // 1 to 3, 9 to 12
      const saltRounds = 16 + (state[0] ?? 0)
      const ofSecret = repeated(digestOf(algorithm, ...Array.from(secret, () => secret)), secret.length) // 13 to 16
      const ofSalt = repeated(digestOf(algorithm, ...Array.from({ length: saltRounds }, () => salt)), salt.length) // 17 to 20
      await runInSlices(rounds, (round) => {
        // 21
        const [first, last] = round % 2 === 1 ? [ofSecret, state] : [state, ofSecret]
        state = digestOf(algorithm, first, ...(round % 3 === 0 ? [] : [ofSalt]), ...(round % 7 === 0 ? [] : [ofSecret]), last)
      })
      return equalDigests(encodeCryptBase64(order.map((index) => state[index] ?? 0)), digest)
    },
  }
}
