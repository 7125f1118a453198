// What a session lacks by the policy of its user's organization before it may answer a request. Pure.
// A second factor that the user has is always asked for, whether a policy demands one or not: a session with one factor is never enough.
// https://nvd.nist.gov/vuln/detail/CVE-2025-64103
import type { AuthenticationFactor, Context, DueStep, LoginPolicy, Session, User } from '@symbolon/core-protocol'

/** A lifetime shorter than the way from the page to the answer would ask for the factor for ever. */
const shortestLifetime = 60_000

/** @param now milliseconds since the epoch */
export function dueStep(
  { factors }: Pick<Session, 'factors'>,
  { secondFactors, passwordChangeRequired = false }: Pick<User, 'secondFactors' | 'passwordChangeRequired'>,
  policy: LoginPolicy,
  now: number,
): DueStep | undefined {
  if (!isFresh(factors, 'pwd', policy.passwordCheckLifetime, now)) return 'password'
  // Only a factor that the user still has counts, so that where a policy demands one and the user has none the step stays due.
  const proven = secondFactors.filter((method) => isFresh(factors, method, policy.secondFactorCheckLifetime, now))
  if (proven.length === 0 && (secondFactors.length > 0 || policy.forceMfa)) return 'second_factor'
  if (policy.forceMfa && !proven.some((method) => policy.secondFactors.includes(method))) return 'other_factor'
  return passwordChangeRequired ? 'password_change' : undefined
}

function isFresh(factors: Session['factors'], method: AuthenticationFactor['method'], lifetime: number, now: number): boolean {
  // Without a proof this is -Infinity, which is older than every lifetime.
  const newest = Math.max(...factors.filter((factor) => factor.method === method).map(({ at }) => at))
  // A factor that lies in the future was stamped by a clock that ran ahead: it counts no longer than one that lies as long ago.
  return Math.abs(now - newest) < Math.max(lifetime, shortestLifetime)
}

// What a session of a user lacks now: the policy is read here, the decision is `dueStep`.

export async function due(session: Session, user: User, context: Context<'policies'>): Promise<DueStep | undefined> {
  return dueStep(session, user, await context.stores.policies.findLoginPolicy(user.orgId), context.now())
}
