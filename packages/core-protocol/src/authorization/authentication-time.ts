// When the user of a session last acted, which is not always when the session began: an identity provider may answer by a session of its own.
import type { Session } from '../ports/session.ts'

/**
 * @returns `auth_time` in milliseconds: the latest first factor of the session, and for one of an identity provider the time that the provider names.
 *   https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export function authenticationTimeOf({ authenticatedAt, factors }: Pick<Session, 'authenticatedAt' | 'factors'>): number {
  const earlier = factors.find((factor) => factor.authenticatedAt !== undefined)?.authenticatedAt
  if (earlier === undefined) return authenticatedAt
  const others = factors.filter(({ method }) => method === 'pwd' || method === 'user').map(({ at }) => at)
  return Math.min(authenticatedAt, Math.max(earlier, ...others))
}
