// Secret hashing for tests whose subject it is not: the real one, except that no secret is hashed twice and no right secret is verified
// twice. A wrong secret is compared each time. The hashes of the fixtures' passwords were made with the default parameters.
import type { SecretHashing, SecretVerification } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { alice, bob } from '@symbolon/test-kit'

const knownHashes: readonly (readonly [secret: string, hash: string])[] = [
  [alice.password, '$argon2id$v=19$m=19456,t=2,p=1$HKvLI+MsCwSyLrAlYNLWIA$cH4ug34areGy0Kw3MQ41140rAShrWCj3GedSWqR3X8w'],
  [bob.password, '$argon2id$v=19$m=19456,t=2,p=1$je1VgK2fEpvSwjObT+jorg$6qIj+ZHOYfDejfETPZvIYP3Av8RRhSpD5av/dL7DsG4'],
]

/** @returns hashing that remembers, for as long as it lives; `begin` is called for every try */
export function rememberingHashing(real: SecretHashing = secretHashing()): SecretHashing {
  const hashes = new Map(knownHashes)
  const valid = new Map<string, SecretVerification>()

  return {
    ...real,
    async hash(secret) {
      const hash = hashes.get(secret) ?? (await real.hash(secret))
      hashes.set(secret, hash)
      return hash
    },
    async verify(secret, hash, options = {}) {
      const question = JSON.stringify([secret, hash])
      const answer = valid.get(question)
      if (answer !== undefined) return (await options.begin?.()) === false ? { valid: false, rehash: false } : answer
      const verification = await real.verify(secret, hash, options)
      if (verification.valid) valid.set(question, verification)
      return verification
    },
  }
}

/** One for all providers of a process. */
export const testHashing: SecretHashing = rememberingHashing()
