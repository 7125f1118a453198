// The options about signing keys, and what follows from them and the lifetimes for the rotation.
import { defaultKeyPolicy } from '@symbolon/core-protocol'
import type { KeyPolicy, Lifetimes } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/** Seconds. */
export interface KeyOptions {
  /** How long after a signing key was made its successor is made. Default 90 days. */
  readonly rotationInterval?: number
  /** How long clients may keep the key set; a new key is published for longer than that before it signs. Default 5 minutes. */
  readonly maxAge?: number
  /** How far apart the clocks of instances on one database may be. Default 10 s. */
  readonly clockSkew?: number
}

/** @throws CompositionError invalid_lifetime */
export function keyPolicy(options: KeyOptions, { accessToken, idToken }: Lifetimes): KeyPolicy {
  for (const [name, seconds] of Object.entries(options)) {
    if (!Number.isSafeInteger(seconds) || seconds < 1) throw new CompositionError('invalid_lifetime', `keys.${name} is a whole number of seconds, at least 1.`)
  }
  const inMilliseconds = Object.fromEntries(Object.entries(options).map(([name, seconds]) => [name, seconds * 1000]))
  return { ...defaultKeyPolicy, ...inMilliseconds, tokenLifetime: Math.max(accessToken, idToken) * 1000 }
}
