// The keys that tokens are signed with. The private half is stored encrypted under the master key.
import type { SigningAlgorithm } from './client.ts'

export interface SigningKey {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  /** Public JWK as JSON object. */
  readonly publicJwk: Readonly<Record<string, unknown>>
  /** The private JWK's JSON, sealed (`Sealing`). */
  readonly sealedPrivateJwk: string
  /** Milliseconds since the epoch. Published from creation; signs from `activeFrom`. */
  readonly createdAt: number
  readonly activeFrom: number
  /** No longer published from then on; absent while the key is in use. */
  readonly retiredAt?: number
}

export interface SigningKeyStore {
  /** Every key, newest `activeFrom` first. */
  list(): Promise<readonly SigningKey[]>
  /** Inserts the key unless its algorithm has one already: of several processes that start at once, one makes the first key. */
  insertFirst(key: SigningKey): Promise<boolean>
}
