// The keys that sign tokens. The private half is stored encrypted under the master key.
import type { SigningAlgorithm } from './client.ts'

/** The `activeFrom` of a key that is published and has no date yet: the last time that there is. https://tc39.es/ecma262/#sec-time-values-and-time-range */
export const undated = 8_640_000_000_000_000

/** Times are milliseconds since the epoch, spans are milliseconds. */
export interface SigningKey {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  /** Public JWK as JSON object. */
  readonly publicJwk: Readonly<Record<string, unknown>>
  /** The private JWK's JSON, sealed (`Sealing`); absent once the key is retired: it never signs again. */
  readonly sealedPrivateJwk?: string
  readonly createdAt: number
  /** Published from creation; signs from then on. */
  readonly activeFrom: number
  /** The longest life of the tokens that it may sign, and how long clients may keep a key set that holds it: of any process, ever. */
  readonly tokenLifetime: number
  readonly keySetMaxAge: number
  /** When it was taken out of the key set; absent while it is published. */
  readonly retiredAt?: number
  /** When it was declared unfit: since then nothing that it signed counts. */
  readonly revokedAt?: number
}

/** Stores signing keys. */
export interface SigningKeyStore {
  /** Every key; of each algorithm the last inserted first. */
  list(): Promise<readonly SigningKey[]>
  /** Inserts the key unless its algorithm has one already: of several processes that start at once, one makes the first key. */
  insertFirst(key: SigningKey): Promise<boolean>
  /** Inserts the key if the last inserted of its algorithm still is `afterKid`: of several processes, one makes the successor. */
  insertSuccessor(key: SigningKey, afterKid: string): Promise<boolean>
  /** Sets the time from which an undated key signs. The first call wins. */
  setActiveFrom(kid: string, activeFrom: number): Promise<boolean>
  /** Raises `tokenLifetime` and `keySetMaxAge` of every key that is not retired to at least these. */
  raiseLifetimes(tokenLifetime: number, keySetMaxAge: number): Promise<void>
  /** Takes keys out of the key set, and forgets their private halves. */
  retire(kids: readonly string[], at: number): Promise<void>
  /**
   * Retires and revokes the key and inserts the replacement, in one transaction.
   * @returns false, with nothing changed, when there is no such key or it is already revoked
   */
  revoke(kid: string, at: number, replacement: SigningKey | undefined): Promise<boolean>
  /** Deletes retired keys. */
  remove(kids: readonly string[]): Promise<void>
}
