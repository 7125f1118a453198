// Decides which step a session lacks before it may answer an authorization request, by the login policy of the user's organization.
// A user who has a second factor is always asked for it, whether the policy requires one or not: one factor is never enough then.
// https://nvd.nist.gov/vuln/detail/CVE-2025-64103
import type { AuthenticationFactor, Context, DueStep, LoginPolicy, Session, User } from '@symbolon/core-protocol'

/**
 * The shortest lifetime of a factor, in milliseconds. A shorter one could end between the page of the factor and the authorization
 * response, and the user would be asked for the same factor forever.
 */
const shortestLifetime = 60_000

/** Reads the login policy of the user's organization and decides by {@link dueStep}. */
export async function findDueStep(session: Session, user: User, context: Context<'policies'>): Promise<DueStep | undefined> {
  return dueStep(session, user, await context.stores.policies.findLoginPolicy(user.orgId), context.now())
}

/**
 * Decides which step the session lacks. Pure.
 *
 * @param now milliseconds since the epoch
 * @returns undefined when no step is due
 */
export function dueStep(
  { factors }: Pick<Session, 'factors'>,
  { secondFactors, passwordChangeRequired = false }: Pick<User, 'secondFactors' | 'passwordChangeRequired'>,
  policy: LoginPolicy,
  now: number,
): DueStep | undefined {
  if (!isFresh(factors, 'pwd', policy.passwordCheckLifetime, now)) return 'password'
  // A factor that the user no longer has does not count. Where the policy requires one and the user has none, the step stays due.
  const verified = secondFactors.filter((method) => isFresh(factors, method, policy.secondFactorCheckLifetime, now))
  if (verified.length === 0 && (secondFactors.length > 0 || policy.forceMfa)) return 'second_factor'
  if (policy.forceMfa && !verified.some((method) => policy.secondFactors.includes(method))) return 'other_factor'
  return passwordChangeRequired ? 'password_change' : undefined
}

function isFresh(factors: Session['factors'], method: AuthenticationFactor['method'], lifetime: number, now: number): boolean {
  // Without such a factor this is -Infinity, which is older than every lifetime.
  const newest = Math.max(...factors.filter((factor) => factor.method === method).map(({ at }) => at))
  // A time in the future comes from a clock that ran ahead. Such a factor lasts no longer than one that is as far in the past.
  return Math.abs(now - newest) < Math.max(lifetime, shortestLifetime)
}
