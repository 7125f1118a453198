// How and when the user authenticated, as a token tells it. https://openid.net/specs/openid-connect-core-1_0.html#IDToken
import type { Authorization } from './authorization.ts'

/** @returns what the claims of a verified token say; undefined where nobody authenticated */
export function readAuthentication(payload: Readonly<Record<string, unknown>>): Omit<NonNullable<Authorization['authentication']>, 'sessionId'> | undefined {
  const { auth_time: time, amr, acr } = payload
  if (typeof time !== 'number' || typeof acr !== 'string') return undefined
  return { at: time * 1000, amr: Array.isArray(amr) ? amr.filter((each) => typeof each === 'string') : [], acr }
}
