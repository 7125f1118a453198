// What a session lacks by the policy of its user's organization before it may answer a request. Pure.
import type { DueStep, LoginPolicy, Session } from '@symbolon/core-protocol'

/** A lifetime shorter than the way from the password page to the answer would ask for the password for ever. */
const shortestLifetime = 60_000

/** @param now milliseconds since the epoch */
export function dueStep(session: Session, policy: LoginPolicy, now: number): DueStep | undefined {
  const typedAt = session.factors.filter(({ method }) => method === 'pwd').map(({ at }) => at)
  // Without a password factor this is -Infinity, which is older than every lifetime.
  const newest = Math.max(...typedAt)
  // A factor that lies in the future was stamped by a clock that ran ahead: it counts no longer than one that lies as long ago.
  return Math.abs(now - newest) >= Math.max(policy.passwordCheckLifetime, shortestLifetime) ? 'password' : undefined
}
