// Firebase's own use of scrypt: the key that it derives encrypts the signer key of the project, and the ciphertext is the hash. The
// parameters of the project stand in the string, as Supabase writes it:
// `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`. https://github.com/firebase/scrypt
import { Buffer } from 'node:buffer'
import { createCipheriv, scrypt as scryptWithCallback } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { equalDigests } from '@symbolon/core-protocol'
import type { Cost } from '../bounded-queue.ts'
import type { Bounds } from '../bounds.ts'
import { isWithin } from '../bounds.ts'
import type { Scheme } from './scheme.ts'
import { scryptMemoryKiB, scryptMilliseconds } from './scrypt.ts'

interface FirebaseScryptHash {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: Uint8Array
  readonly signerKey: Uint8Array
  readonly digest: string
}

const derive = promisify<Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(scryptWithCallback)

/** Firebase's `mem_cost` and `rounds`: 14 and 8 unless somebody chose others. */
const exponentBounds: Bounds = { least: 10, most: 17 }
const blockSizeBounds: Bounds = { least: 1, most: 8 }
const keyBytes = 32
/** Firebase's signer keys have 64 bytes. The hash is as long as the key: of one byte, one in 256 passwords would be right. */
const leastSignerKey = 32

export const firebaseScrypt: Scheme<FirebaseScryptHash> = {
  name: 'firebase-scrypt',
  parse(hash) {
    if (!hash.startsWith('$fbscrypt$')) return undefined
    const base64 = '([A-Za-z0-9+/]*={0,2})'
    const form = new RegExp(`^\\$fbscrypt\\$v=1,n=([1-9]\\d?),r=([1-9]\\d?),p=1(?:,ss=${base64})?,sk=${base64}\\$${base64}\\$${base64}$`)
    const [, exponent, blockSize, separator = '', signerKey = '', salt = '', digest = ''] = form.exec(hash) ?? []
    if (exponent === undefined || ![separator, signerKey, salt, digest].every(isBase64)) return 'malformed'
    // The hash is the signer key, encrypted byte by byte. A shorter one would verify, too.
    if (Buffer.byteLength(signerKey, 'base64') < leastSignerKey || signerKey.length !== digest.length || salt === '') return 'malformed'
    if (!isWithin(Number(exponent), exponentBounds) || !isWithin(Number(blockSize), blockSizeBounds)) return 'cost_out_of_bounds'
    return {
      cost: 2 ** Number(exponent),
      blockSize: Number(blockSize),
      parallelization: 1,
      salt: Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]),
      signerKey: Buffer.from(signerKey, 'base64'),
      digest,
    }
  },
  estimatedCost: (parsed): Cost => ({ memoryKiB: scryptMemoryKiB(parsed), milliseconds: scryptMilliseconds(parsed) }),
  async verify(secret, parsed) {
    const { cost: N, blockSize: r, parallelization: p, salt, signerKey, digest } = parsed
    const key = await derive(secret, salt, keyBytes, { N, r, p, maxmem: (scryptMemoryKiB(parsed) + 1024) * 1024 })
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
    return equalDigests(Buffer.concat([cipher.update(signerKey), cipher.final()]).toString('base64'), digest)
  },
}

/** One spelling for each value. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text
}
