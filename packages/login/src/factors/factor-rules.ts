// Which factors meet the demand of a policy for a second factor. Pure.
import type { FactorMethod, LoginPolicy } from '@symbolon/core-protocol'

/**
 * The methods of which a user must keep one when a factor is removed. Without one, an attacker who knows the password could set up the next.
 *
 * @param passkeys whether the login has passkeys: `user` and `pop` count only then
 * @returns undefined where the policy demands no second factor
 */
export function demandedFactors(
  {
    allowPasskey,
    forceMfa,
    forceMfaLocalOnly,
    secondFactors,
  }: Pick<LoginPolicy, 'allowPasskey' | 'forceMfa' | 'forceMfaLocalOnly' | 'secondFactors'>,
  passkeys: boolean,
): readonly FactorMethod[] | undefined {
  if (!forceMfa && !forceMfaLocalOnly) return undefined
  // A passkey that verified its user is two factors, unless the policy makes a second factor of each.
  const methods: readonly FactorMethod[] = allowPasskey ? ['user', ...secondFactors] : secondFactors
  return passkeys ? methods : methods.filter((method) => method !== 'user' && method !== 'pop')
}
