// Who may remove second factors. Pure.
import type { FactorMethod, LoginPolicy, SecondFactor } from '@symbolon/core-protocol'

/**
 * Whether the user may remove a second factor: not the last one that meets the policy where it requires one. Replacing it is possible.
 *
 * @param enrolled every factor that the user has
 */
export function mayRemoveFactor(removed: SecondFactor, enrolled: readonly FactorMethod[], policy: LoginPolicy): boolean {
  return areEnoughFactors(
    enrolled.filter((method) => method !== removed),
    policy,
  )
}

/**
 * Whether factors meet the demand of the policy for a second factor. Without one, whoever knows the password could set up the next.
 *
 * @param left the factors that the user would have
 */
export function areEnoughFactors(left: readonly FactorMethod[], policy: LoginPolicy): boolean {
  if (!policy.forceMfa && !policy.forceMfaLocalOnly) return true
  return left.some((method) => method === 'user' || policy.secondFactors.some((allowed) => allowed === method))
}
