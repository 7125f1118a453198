// Decides which factor a session lacks before it may answer a request, by the login policy of the user's organization. Pure.
// A user who has a second factor is always asked for it, whether the policy requires one or not: one factor is never enough then.
// https://nvd.nist.gov/vuln/detail/CVE-2025-64103
import { firstFactor, secondFactor } from '@symbolon/core-protocol'
import type {
  AuthenticationFactor,
  DueStep,
  FactorMethod,
  LoginPolicy,
  SecondFactor,
  Session,
  TwoFactorDemand,
} from '@symbolon/core-protocol'
import { isProven, proofsOf } from './proofs.ts'

/** The name of the step in which a user sets up a second factor that a policy requires. */
export const factorSetup = 'factor_setup'

/**
 * The shortest lifetime of a factor, in milliseconds. A shorter one could end between the page of the factor and the authorization
 * response, and the user would be asked for the same factor forever.
 */
const shortestLifetime = 60_000

/** The methods that come after a first factor. */
const secondFactors: readonly SecondFactor[] = ['otp', 'pop']

/**
 * The factors of the session that count: proved within the lifetimes of the policy, and of a kind that the user still has. A user who removed an
 * app or a security key is not asked for it any more, and must not seem to have used it either.
 *
 * @param enrolled the factors that the user has
 * @param now milliseconds since the epoch
 */
export function factorsThatCount(
  session: Pick<Session, 'factors'>,
  enrolled: readonly FactorMethod[],
  policy: LoginPolicy,
  now: number,
): readonly AuthenticationFactor[] {
  const hasKey = enrolled.includes('user') || enrolled.includes('pop')
  const rules: Readonly<Record<FactorMethod, { readonly lifetime: number; readonly isHeld: boolean }>> = {
    pwd: { lifetime: policy.passwordCheckLifetime, isHeld: true },
    ext: { lifetime: policy.externalLoginCheckLifetime, isHeld: true },
    // A user who signed in with a passkey that was removed since is signed out, except where the user removed it.
    user: {
      lifetime: policy.multiFactorCheckLifetime,
      isHeld: hasKey || session.factors.some(({ passkeyRemoved = false }) => passkeyRemoved),
    },
    otp: { lifetime: policy.secondFactorCheckLifetime, isHeld: enrolled.includes('otp') },
    // A passkey can be asked for as a security key.
    pop: { lifetime: policy.secondFactorCheckLifetime, isHeld: hasKey },
    // A recovery code replaces a factor that was lost.
    recovery: { lifetime: policy.secondFactorCheckLifetime, isHeld: true },
  }
  return session.factors.filter((factor) => {
    const { lifetime, isHeld } = rules[factor.method]
    return isHeld && isProven(proofsOf({ factors: [factor] }, now), [factor.method], Math.max(lifetime, shortestLifetime))
  })
}

/**
 * Decides which factor the session lacks.
 *
 * @param enrolled the factors that the user has
 * @param now milliseconds since the epoch
 * @param twoFactors how much the request insists on two factors
 * @returns `first_factor`, `second_factor`, `factor_setup` where the policy requires a second factor that the user does not have, or
 * undefined when nothing is due
 */
export function dueFactor(
  session: Pick<Session, 'factors'>,
  enrolled: readonly FactorMethod[],
  policy: LoginPolicy,
  now: number,
  twoFactors?: TwoFactorDemand,
): DueStep | undefined {
  const counted = factorsThatCount(session, enrolled, policy, now)
  const proved = (method: FactorMethod): boolean => counted.some((factor) => factor.method === method)
  const isIdentified = proved('pwd') || proved('ext')
  // A passkey that verified its user is two factors. Where the policy does not admit it alone, it is a second factor.
  if (proved('user') && (policy.allowPasskey || isIdentified)) return undefined
  if (!isIdentified) return firstFactor
  const recovered = proved('recovery')
  const hasPasskey = enrolled.includes('user')
  const usable = secondFactors.filter((method) => enrolled.includes(method) || (method === 'pop' && hasPasskey))
  const verified = usable.filter(proved)
  // A passkey is a method to sign in without a password. It does not require a second factor at every sign-in with a password.
  const isAsked = secondFactors.some((method) => enrolled.includes(method))
  if (isAsked && verified.length === 0 && !recovered) return secondFactor
  if (twoFactors !== undefined && verified.length === 0 && !recovered) {
    if (usable.length > 0) return secondFactor
    // Without a factor that may be set up the demand cannot be met, and the response reports it.
    if (twoFactors === 'essential' && policy.secondFactors.length > 0) return factorSetup
  }
  const isForced = policy.forceMfa || (policy.forceMfaLocalOnly && proved('pwd'))
  const meetsPolicy = recovered || verified.some((method) => policy.secondFactors.includes(method))
  if (!isForced || meetsPolicy) return undefined
  const canMeetPolicy = hasPasskey || usable.some((method) => policy.secondFactors.includes(method))
  return canMeetPolicy ? secondFactor : factorSetup
}
