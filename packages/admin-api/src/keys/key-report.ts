// What is told of signing keys: everything but the keys themselves.
import { publishedUntil, stateOf, undated } from '@symbolon/core-protocol'
import type { KeyPolicy, SigningAlgorithm, SigningKey, SigningKeyState } from '@symbolon/core-protocol'

/** Times are RFC 3339. */
export interface KeyDescription {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  readonly state: SigningKeyState
  readonly createdAt: string
  /** Since when, or from when, it signs; absent as long as it has no date. */
  readonly activeFrom?: string
  /** When it leaves the key set; absent as long as it has no successor with a date. */
  readonly publishedUntil?: string
  readonly retiredAt?: string
  readonly revokedAt?: string
}

export interface KeyReport {
  readonly keys: readonly KeyDescription[]
  /** The ids of keys that were made just now. */
  readonly made: readonly string[]
  /** The id of the key that was revoked just now. */
  readonly revoked?: string
}

/** @param keys as the store lists them */
export function describeKeys(keys: readonly SigningKey[], policy: KeyPolicy, now: number): readonly KeyDescription[] {
  const order: readonly SigningKeyState[] = ['active', 'next', 'superseded', 'retired', 'revoked']
  return keys.map((key) => describeKey(key, keys, policy, now)).toSorted((one, other) => (
    order.indexOf(one.state) - order.indexOf(other.state)
  ))
}

function describeKey(key: SigningKey, keys: readonly SigningKey[], policy: KeyPolicy, now: number): KeyDescription {
  const { kid, algorithm, createdAt, activeFrom, retiredAt, revokedAt } = key
  return {
    kid,
    algorithm,
    state: stateOf(key, keys, now),
    createdAt: time(createdAt),
    ...(activeFrom === undated ? {} : { activeFrom: time(activeFrom) }),
    ...(retiredAt === undefined ? untilOf(publishedUntil(key, keys, policy)) : { retiredAt: time(retiredAt) }),
    ...(revokedAt === undefined ? {} : { revokedAt: time(revokedAt) }),
  }
}

function untilOf(until: number): Pick<KeyDescription, 'publishedUntil'> {
  return until === undated ? {} : { publishedUntil: time(until) }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
