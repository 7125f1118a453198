// Whether a session proves who the user is right now. Who finds an open browser must not change what opens the account.
import type { Session } from '@symbolon/core-protocol'

/** How long a proof counts as recent, milliseconds. */
const recent = 600_000

/**
 * Whether the user proved their identity by a first factor in the last ten minutes. A second factor alone is no such proof, nor is the use of
 * the session.
 *
 * @param now milliseconds since the epoch
 */
export function hasRecentProof({ factors }: Pick<Session, 'factors'>, now: number): boolean {
  // A time in the future comes from a clock that ran ahead.
  return factors.some(({ method, at }) => (method === 'pwd' || method === 'user' || method === 'ext') && Math.abs(now - at) < recent)
}
