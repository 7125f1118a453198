// The life of signing keys, computed without I/O: which key signs now, and which changes are due.
// A key is published first and gets its date later, so that a slow insert cannot shorten the time for which it was published unused.
// https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys
import type { SigningAlgorithm } from '../ports/client.ts'
import { undated } from '../ports/signing-key.ts'
import type { SigningKey } from '../ports/signing-key.ts'

/** Milliseconds. */
export interface KeyPolicy {
  /** How long after a key was made its successor is made. */
  readonly rotationInterval: number
  /** How long clients may keep the key set. */
  readonly maxAge: number
  /** The longest life of a token. */
  readonly tokenLifetime: number
  /** How far apart the clocks of any two processes may be. */
  readonly clockSkew: number
}

/** The state of a signing key, from publication to removal. */
export type SigningKeyState = 'next' | 'active' | 'superseded' | 'retired' | 'revoked'

/** What is to be done now. */
export interface DueChanges {
  readonly successors: readonly { readonly algorithm: SigningAlgorithm; readonly afterKid: string }[]
  /** Keys to be retired, and retired keys to be removed. */
  readonly retire: readonly string[]
  readonly remove: readonly string[]
}

/** In the order in which they are offered. */
export const signingAlgorithms: readonly SigningAlgorithm[] = ['RS256', 'ES256', 'EdDSA']

const day = 86_400_000

/** Rotation every 90 days, a key set that may be cached for 5 minutes, tokens of at most 12 hours, clocks at most 10 seconds apart. */
export const defaultKeyPolicy: KeyPolicy = { rotationInterval: 90 * day, maxAge: 300_000, tokenLifetime: 43_200_000, clockSkew: 10_000 }

/** Retired public keys are kept, unpublished: an `id_token_hint` may be older than its key's place in the set. */
const retention = 90 * day

/** Waiting is better than a key set that grows without end: so many keys of an algorithm are published before a schedule waits. */
const publishedAtMost = 20

/** For how long a process trusts the list of keys that it read: tokens of a revoked key die everywhere within it. */
export function freshness(maxAge: number): number {
  return Math.min(1000, maxAge)
}

/** How long a key has to be published before it signs: until no client keeps a set without it, whichever process gave the set out. */
export function publicationLead(keys: readonly SigningKey[], { maxAge, clockSkew }: KeyPolicy): number {
  const longest = Math.max(maxAge, ...published(keys).map(({ keySetMaxAge }) => keySetMaxAge))
  return longest + freshness(longest) + clockSkew
}

/** @returns the keys of the key set */
export function published(keys: readonly SigningKey[]): readonly SigningKey[] {
  return keys.filter(({ retiredAt }) => retiredAt === undefined)
}

/**
 * The key that signs: the published one with the latest date that has come. Where no date has come, after an emergency and on a
 * process whose clock is behind, the earliest date.
 */
export function signingKeyAt(keys: readonly SigningKey[], algorithm: SigningAlgorithm, now: number): SigningKey | undefined {
  const candidates = inOrder(keys, algorithm)
  return candidates.findLast(({ activeFrom }) => activeFrom <= now) ?? candidates[0]
}

/** @returns when the key leaves the key set; `undated` while it has no successor with a date */
export function publishedUntil(key: SigningKey, keys: readonly SigningKey[], { clockSkew }: KeyPolicy): number {
  const candidates = inOrder(keys, key.algorithm)
  const successor = candidates[candidates.findIndex(({ kid }) => kid === key.kid) + 1]
  if (successor === undefined || successor.activeFrom === undated) return undated
  // The last token that it signed has expired, and so has every cached key set by which that token may be verified.
  return successor.activeFrom + clockSkew + freshness(key.keySetMaxAge) + key.tokenLifetime + key.keySetMaxAge
}

/** Whether any process may sign with the key now, with the clock and the list of keys that it has. */
export function maySign(key: SigningKey, keys: readonly SigningKey[], { clockSkew }: KeyPolicy, now: number): boolean {
  const candidates = inOrder(keys, key.algorithm)
  const place = candidates.findIndex(({ kid }) => kid === key.kid)
  const successor = candidates[place + 1]
  const begun = place === 0 || key.activeFrom <= now + clockSkew
  return place >= 0 && begun && (successor === undefined || successor.activeFrom + clockSkew + freshness(key.keySetMaxAge) > now)
}

/** @returns the state of the key at `now` (milliseconds), by its place among all keys */
export function stateOf(key: SigningKey, keys: readonly SigningKey[], now: number): SigningKeyState {
  if (key.revokedAt !== undefined) return 'revoked'
  if (key.retiredAt !== undefined) return 'retired'
  const signing = signingKeyAt(keys, key.algorithm, now)
  if (signing === undefined || signing.kid === key.kid) return 'active'
  return compare(key, signing) > 0 ? 'next' : 'superseded'
}

/** @param keys as the store lists them: of each algorithm the last inserted first */
export function dueChanges(keys: readonly SigningKey[], policy: KeyPolicy, now: number): DueChanges {
  const successors = signingAlgorithms.flatMap((algorithm) => {
    const last = keys.find((key) => key.algorithm === algorithm)
    const current = inOrder(keys, algorithm)
    if (last === undefined || current.length >= publishedAtMost) return []
    return current.every(({ createdAt }) => createdAt + policy.rotationInterval <= now) ? [{ algorithm, afterKid: last.kid }] : []
  })
  const kids = (which: (key: SigningKey) => boolean): readonly string[] => keys.filter(which).map(({ kid }) => kid)
  return {
    successors,
    retire: kids((key) => key.retiredAt === undefined && publishedUntil(key, keys, policy) <= now),
    remove: kids(({ retiredAt }) => retiredAt !== undefined && retiredAt + retention <= now),
  }
}

/** The published keys of the algorithm, in the order in which they sign. */
function inOrder(keys: readonly SigningKey[], algorithm: SigningAlgorithm): readonly SigningKey[] {
  return published(keys)
    .filter((key) => key.algorithm === algorithm)
    .toSorted(compare)
}

/** All processes have to decide alike, also between dates that fall together. */
function compare(one: SigningKey, other: SigningKey): number {
  return one.activeFrom - other.activeFrom || one.createdAt - other.createdAt || (one.kid < other.kid ? -1 : 1)
}
