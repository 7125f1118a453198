// Hashes and verifies secrets that users choose.
export { inspectHash } from './inspect-hash.ts'
export { secretHashing } from './secret-hashing.ts'
export type { Argon2Parameters, SecretHashingOptions, SecretHashingRefusal } from './options.ts'
