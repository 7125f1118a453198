export { secretHashing } from './secret-hashing.ts'
export type { Argon2Parameters, SecretHashingOptions, SecretHashingRefusal } from './options.ts'
