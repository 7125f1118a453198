// When the user of a session acted, which is not always when the session began: an identity provider can respond from an existing session.
import type { AuthenticationFactor, FactorMethod, Session } from '../ports/session.ts'

/** The methods that authenticate the user without a second one. */
export const firstFactorMethods: readonly FactorMethod[] = ['pwd', 'user', 'ext']

/** @returns when the user proved the factor, milliseconds since the epoch. A sign-in at an identity provider may repeat an earlier one */
export function provedAt({ at, authenticatedAt = at }: AuthenticationFactor): number {
  return Math.min(at, authenticatedAt)
}

/**
 * @returns `auth_time` in milliseconds: the latest first factor of the session, and for one of an identity provider the time that the provider names.
 *   https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export function authenticationTimeOf({ authenticatedAt, factors }: Pick<Session, 'authenticatedAt' | 'factors'>): number {
  if (factors.every((factor) => factor.authenticatedAt === undefined)) return authenticatedAt
  const first = factors.filter(({ method }) => firstFactorMethods.includes(method))
  return Math.min(authenticatedAt, Math.max(...first.map(provedAt)))
}
