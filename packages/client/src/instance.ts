// What belongs to the instance apart from its policies and members: features, and the keys that sign tokens.
import { listAt, pathOf } from './send.ts'
import type { Send } from './send.ts'

/** A feature that a part of the server has. */
export interface Feature {
  readonly name: string
  readonly enabled: boolean
}

/** The features of the server. */
export interface Features {
  list(): Promise<readonly Feature[]>
  /** Switches a feature on or off. */
  set(name: string, enabled: boolean): Promise<Feature>
}

/** A key that signs tokens, without key material. Times are RFC 3339 in UTC. */
export interface SigningKey {
  readonly kid: string
  readonly algorithm: string
  readonly state: 'active' | 'next' | 'superseded' | 'retired' | 'revoked'
  readonly createdAt: string
  /** The time from which it signs. */
  readonly activeFrom?: string
  /** The time at which it leaves the key set. */
  readonly publishedUntil?: string
  readonly retiredAt?: string
  readonly revokedAt?: string
}

/** All keys after a rotation or a revocation. */
export interface SigningKeyReport {
  readonly keys: readonly SigningKey[]
  /** The ids of the keys that were made. */
  readonly made: readonly string[]
  /** The id of the key that was revoked. */
  readonly revoked?: string
}

/** The keys that sign tokens. */
export interface SigningKeys {
  list(): Promise<readonly SigningKey[]>
  /**
   * Makes a successor of every key that signs. It signs once clients have had time to fetch it.
   * @param algorithm of this key alone
   */
  rotate(algorithm?: SigningKey['algorithm']): Promise<SigningKeyReport>
  /** Revokes a key at once: tokens that it signed are invalid from then on. */
  revoke(kid: string): Promise<SigningKeyReport>
}

/** @returns the operations on features */
export function features(send: Send): Features {
  const path = '/features'
  // The API responds as its documentation states.
  return {
    list: async () => await listAt(send, path),
    set: async (name, enabled) => (await send({ method: 'PUT', path: path + pathOf(name), body: { enabled } })).body as Feature,
  }
}

/** @returns the operations on signing keys */
export function signingKeys(send: Send): SigningKeys {
  const path = '/signingKeys'
  return {
    list: async () => await listAt(send, path),
    rotate: async (algorithm) =>
      (await send({ method: 'POST', path: algorithm === undefined ? path : `${path}?algorithm=${algorithm}` })).body as SigningKeyReport,
    revoke: async (kid) => (await send({ method: 'DELETE', path: path + pathOf(kid) })).body as SigningKeyReport,
  }
}
