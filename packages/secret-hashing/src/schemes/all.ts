// All schemes that can be verified, in the order in which they are tried. A scheme without a prefix must be the last.
import { argon2i, argon2id } from './argon2.ts'
import { bcrypt } from './bcrypt.ts'
import { firebaseScrypt } from './firebase-scrypt.ts'
import { md5Crypt } from './md5-crypt.ts'
import { md5Plain, md5SaltedPrefix, md5SaltedSuffix } from './md5.ts'
import { pbkdf2Schemes } from './pbkdf2.ts'
import { drupal7, phpass } from './phpass-family.ts'
import { readerOf } from './scheme.ts'
import type { HashRefusal, ReadHash } from './scheme.ts'
import { scrypt } from './scrypt.ts'
import { sha256Crypt, sha512Crypt } from './sha2-crypt.ts'
import { sshaSchemes } from './ssha.ts'

const readers = [
  readerOf(argon2id),
  readerOf(argon2i),
  readerOf(bcrypt),
  readerOf(scrypt),
  ...pbkdf2Schemes.map((scheme) => readerOf(scheme)),
  readerOf(sha512Crypt),
  readerOf(sha256Crypt),
  readerOf(phpass),
  readerOf(drupal7),
  readerOf(md5Crypt),
  readerOf(firebaseScrypt),
  ...sshaSchemes.map((scheme) => readerOf(scheme)),
  readerOf(md5SaltedSuffix),
  readerOf(md5SaltedPrefix),
  readerOf(md5Plain),
]

/** The hashes of all schemes are shorter. The limit bounds the work of parsing. */
const maxHashLength = 512

/** Recognises and parses a hash. */
export function readHash(hash: string): ReadHash | HashRefusal | 'unknown_scheme' {
  if (hash.length > maxHashLength) return 'malformed'
  for (const read of readers) {
    const reading = read(hash)
    if (reading !== undefined) return reading
  }
  return 'unknown_scheme'
}
