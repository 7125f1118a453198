// md5crypt of FreeBSD, `$1$`: always 1000 rounds.
// https://passlib.readthedocs.io/en/stable/lib/passlib.hash.md5_crypt.html#algorithm
import { equalDigests } from '@symbolon/core-protocol'
import { encodeCryptBase64 } from './base64.ts'
import { bytesOf, digestOf, repeated } from './digest.ts'
import { runInSlices } from './run-in-slices.ts'
import type { Scheme } from './scheme.ts'

interface Md5CryptHash {
  readonly salt: string
  readonly digest: string
}

const rounds = 1000
/** The order in which the bytes of the last digest are encoded. */
const order = [12, 6, 0, 13, 7, 1, 14, 8, 2, 15, 9, 3, 5, 10, 4, 11]

/** md5crypt. */
export const md5Crypt: Scheme<Md5CryptHash> = {
  name: 'md5crypt',
  parse(hash) {
    if (!hash.startsWith('$1$')) return undefined
    const [, salt, digest] = /^\$1\$([!-#%-~]{0,8})\$([./0-9A-Za-z]{22})$/.exec(hash) ?? []
    return salt === undefined || digest === undefined ? 'malformed' : { salt, digest }
  },
  estimatedCost: () => ({ memoryKiB: 4, milliseconds: 3 }),
  async verify(secret, { salt: text, digest }) {
    const salt = bytesOf(text)
    const inner = digestOf('md5', secret, salt, secret)
    const tail: number[] = []
    for (let bits = secret.length; bits > 0; bits >>= 1) tail.push(bits % 2 === 1 ? 0 : (secret[0] ?? 0))
    let state = digestOf('md5', secret, bytesOf('$1$'), salt, repeated(inner, secret.length), Uint8Array.from(tail))
    await runInSlices(rounds, (round) => {
      const [first, last] = round % 2 === 1 ? [secret, state] : [state, secret]
      state = digestOf('md5', first, ...(round % 3 === 0 ? [] : [salt]), ...(round % 7 === 0 ? [] : [secret]), last)
    })
    return equalDigests(encodeCryptBase64(order.map((index) => state[index] ?? 0)), digest)
  },
}
