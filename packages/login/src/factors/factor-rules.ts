// Who may set up and remove second factors. Pure.
import type { FactorMethod, LoginPolicy, SecondFactor, Session } from '@symbolon/core-protocol'
import { dueFactor, factorSetup } from '../visit/due-factor.ts'

/**
 * Whether the session proved all that its user can prove. Only then may it set up, replace or remove a factor: a stolen password would
 * otherwise be enough to add a key.
 *
 * @param enrolled the second factors that the user has
 */
export function mayChangeFactors(
  session: Pick<Session, 'factors'>,
  enrolled: readonly SecondFactor[],
  policy: LoginPolicy,
  now: number,
): boolean {
  const lacking = dueFactor(session, enrolled, policy, now)
  return lacking === undefined || lacking === factorSetup
}

/**
 * Whether the user may remove a second factor: not the last one that meets the policy where it requires one. Replacing it is possible.
 *
 * @param enrolled every factor that the user has
 */
export function mayRemoveFactor(removed: SecondFactor, enrolled: readonly FactorMethod[], policy: LoginPolicy): boolean {
  if (!policy.forceMfa && !policy.forceMfaLocalOnly) return true
  const left = enrolled.filter((method) => method !== removed)
  return left.some((method) => method === 'user' || policy.secondFactors.some((allowed) => allowed === method))
}
