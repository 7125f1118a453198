// bcrypt as $2$, $2a$, $2b$ and $2y$, verified as its origins did: only the first 72 bytes of the secret count, cut where they fall,
// also within a character; a NUL does not end the secret. Replacing the hash at the next login is what removes that limit.
// https://www.usenix.org/legacy/events/usenix99/provos/provos_html/node5.html
import { verify } from '@node-rs/bcrypt'
import { repeated } from './digest.ts'
import type { Scheme } from './scheme.ts'

interface BcryptHash {
  readonly version: string
  readonly cost: number
  readonly text: string
}

const leastCost = 4
const mostCost = 16
/** Of the secret. */
const mostBytes = 72

const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Measured with @node-rs/bcrypt 2.0: cost 10 takes 57 ms. */
const millisecondsPerRound = 0.055

export const bcrypt: Scheme<BcryptHash> = {
  name: 'bcrypt',
  parse(hash) {
    if (!/^\$2[aby]?\$/.test(hash)) return undefined
    const members = /^\$(2[aby]?)\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/.exec(hash)
    const [, version, digits, salt, digest] = members ?? []
    if (version === undefined || digits === undefined || salt === undefined || digest === undefined) return 'malformed'
    // 23 bytes leave 2 bits of the last character unused. No origin writes them, and none would find such a digest equal.
    if (alphabet.indexOf(digest.charAt(30)) % 4 !== 0) return 'malformed'
    const cost = Number(digits)
    if (cost < leastCost || cost > mostCost) return 'cost_out_of_bounds'
    return { version, cost, text: `$${version === '2' ? '2a' : version}$${digits}$${canonicalSalt(salt)}${digest}` }
  },
  estimatedCost: ({ cost }) => ({ memoryKiB: 4, milliseconds: 2 ** cost * millisecondsPerRound }),
  verify: (secret, { version, text }) => verify(version === '2' ? ofFirstVersion(secret) : secret, text),
}

/** 16 bytes leave 4 bits of the last character unused. Some origins wrote them at random and ignored them; the native code does not. */
function canonicalSalt(salt: string): string {
  const last = alphabet.indexOf(salt.charAt(21))
  return salt.slice(0, 21) + alphabet.charAt(last - (last % 16))
}

/** The first version of bcrypt repeated the secret without the NUL between that all later ones have. */
function ofFirstVersion(secret: Uint8Array): Uint8Array {
  return secret.length === 0 ? secret : repeated(secret, mostBytes)
}
