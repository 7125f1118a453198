// bcrypt as `$2$`, `$2a$`, `$2b$` and `$2y$`, verified as by the software that made the hashes: only the first 72 bytes of the secret
// count, even if that cuts a character, and a NUL does not end the secret. The next sign-in replaces the hash, unless the secret is longer.
// https://www.usenix.org/legacy/events/usenix99/provos/provos_html/node5.html
import { bcryptLibrary } from './native.ts'
import { repeated } from './digest.ts'
import type { Scheme } from './scheme.ts'

interface BcryptHash {
  readonly cost: number
  /** Well formed. */
  readonly hash: string
}

const leastCost = 4
const mostCost = 16
/** Of the secret. */
const maxBytes = 72

/** In characters. */
const [saltLength, digestLength] = [22, 31]

const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Measured with @node-rs/bcrypt 2.0: cost 10 takes 57 ms. */
const millisecondsPerRound = 0.055

/** bcrypt. */
export const bcrypt: Scheme<BcryptHash> = {
  name: 'bcrypt',
  parse(hash) {
    if (!/^\$2[aby]?\$/.test(hash)) return undefined
    // A regular expression that counts the characters takes twice as long.
    const saltAt = hash.lastIndexOf('$') + 1
    if (hash.length - saltAt !== saltLength + digestLength || !/^\$2[aby]?\$\d\d\$[./A-Za-z0-9]+$/.test(hash)) return 'malformed'
    // The 23 bytes of the digest leave 2 bits of the last character unused. They are always zero.
    if (alphabet.indexOf(hash.slice(-1)) % 4 !== 0) return 'malformed'
    const cost = Number(hash.slice(saltAt - 3, saltAt - 1))
    if (cost < leastCost || cost > mostCost) return 'cost_out_of_bounds'
    return { cost, hash }
  },
  comparedBytes: maxBytes,
  estimatedCost: ({ cost }) => ({ memoryKiB: 4, milliseconds: 2 ** cost * millisecondsPerRound }),
  async verify(secret, { hash }) {
    const [, version, digits, rest = ''] = hash.split('$')
    const text = `$${version === '2' ? '2a' : version}$${digits}$${canonicalSalt(rest.slice(0, saltLength))}${rest.slice(saltLength)}`
    return await (await bcryptLibrary()).verify(version === '2' ? repeatedForFirstVersion(secret) : secret, text)
  },
}

/** The 16 bytes of the salt leave 4 bits of the last character unused. Some software set them at random; the native code needs zeros. */
function canonicalSalt(salt: string): string {
  const last = alphabet.indexOf(salt.slice(-1))
  return salt.slice(0, -1) + alphabet.charAt(last - (last % 16))
}

/** The first version of bcrypt repeated the secret without the NUL that later versions put between the repetitions. */
function repeatedForFirstVersion(secret: Uint8Array): Uint8Array {
  return secret.length === 0 ? secret : repeated(secret, maxBytes)
}
