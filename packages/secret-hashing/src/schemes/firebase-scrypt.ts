// scrypt as Firebase uses it: the derived key encrypts the signer key of the project, and the ciphertext is the hash. The string contains
// the parameters of the project, as Supabase writes it:
// `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`. https://github.com/firebase/scrypt
import { Buffer } from 'node:buffer'
import { createCipheriv } from 'node:crypto'
import { equalDigests } from '@symbolon/core-protocol'
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import type { Scheme } from './scheme.ts'
import { deriveScrypt, scryptCost } from './scrypt.ts'
import type { ScryptParameters } from './scrypt.ts'

interface FirebaseScryptHash extends ScryptParameters {
  readonly salt: Uint8Array
  readonly signerKey: Uint8Array
  readonly digest: string
}

/** Firebase's `mem_cost` and `rounds`, by default 14 and 8. */
const exponentBounds: Bounds = { least: 10, most: 17 }
const blockSizeBounds: Bounds = { least: 1, most: 8 }
const keyBytes = 32
/** Firebase's signer keys have 64 bytes. The hash is as long as the key: with a key of one byte, 1 in 256 passwords would be accepted. */
const minSignerKeyBytes = 32

/** Firebase's scrypt. */
export const firebaseScrypt: Scheme<FirebaseScryptHash> = {
  name: 'firebase-scrypt',
  parse(hash) {
    if (!hash.startsWith('$fbscrypt$')) return undefined
    const base64 = '([A-Za-z0-9+/]*={0,2})'
    const form = new RegExp(`^\\$fbscrypt\\$v=1,n=([1-9]\\d?),r=([1-9]\\d?),p=1(?:,ss=${base64})?,sk=${base64}\\$${base64}\\$${base64}$`)
    const [, exponent, blockSize, separator = '', signerKey = '', salt = '', digest = ''] = form.exec(hash) ?? []
    if (exponent === undefined || ![separator, signerKey, salt, digest].every(isBase64)) return 'malformed'
    // The hash is the encrypted signer key, so it has the same length. Without this check a shortened hash would verify.
    if (Buffer.byteLength(signerKey, 'base64') < minSignerKeyBytes || signerKey.length !== digest.length || salt === '') return 'malformed'
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
  estimatedCost: scryptCost,
  async verify(secret, parsed) {
    const { salt, signerKey, digest } = parsed
    const key = await deriveScrypt(secret, salt, keyBytes, parsed)
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
    return equalDigests(Buffer.concat([cipher.update(signerKey), cipher.final()]).toString('base64'), digest)
  },
}

/** Whether the text is the canonical spelling of its bytes. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text
}
