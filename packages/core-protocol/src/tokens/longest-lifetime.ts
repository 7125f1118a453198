// How long anything may live that hangs on one authorization: for so long its end, or its code, has to be remembered.
import type { Context } from '../contract/context.ts'

/** @returns seconds */
export function longestLifetime({ lifetimes, registry }: Context): number {
  const refreshToken = registry.tokenKinds.has('refresh_token') ? lifetimes.refreshToken : 0
  // The last refresh token may be used at its very end, and the tokens that it yields live on.
  return lifetimes.authorizationCode + refreshToken + Math.max(lifetimes.accessToken, lifetimes.idToken)
}
