// How and when the user authenticated, as tokens tell it: ID tokens, and access tokens that are JWTs.
// https://openid.net/specs/openid-connect-core-1_0.html#IDToken, https://www.rfc-editor.org/rfc/rfc9068#section-2.2.1
import type { Authorization } from '../ports/authorization.ts'

type Authentication = NonNullable<Authorization['authentication']>

export interface AuthenticationClaims {
  readonly auth_time?: number
  readonly acr?: string
  readonly amr?: readonly string[]
}

export function authenticationClaims(authentication: Authentication | undefined): AuthenticationClaims {
  if (authentication === undefined) return {}
  const { at, acr, amr } = authentication
  return { auth_time: Math.floor(at / 1000), acr, ...(amr.length === 0 ? {} : { amr }) }
}

/** @returns what the claims of a verified token say; undefined where nobody authenticated */
export function readAuthentication(payload: Readonly<Record<string, unknown>>): Omit<Authentication, 'sessionId'> | undefined {
  const { auth_time: time, amr, acr } = payload
  if (typeof time !== 'number' || typeof acr !== 'string') return undefined
  return { at: time * 1000, amr: Array.isArray(amr) ? amr.filter((each) => typeof each === 'string') : [], acr }
}
