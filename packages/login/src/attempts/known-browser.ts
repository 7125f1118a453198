// Known browsers: those in which a user has completed a sign-in. Failed attempts elsewhere do not delay the user there, so an attacker cannot
// lock the user out. The cookie outlives the session. It opens nothing; it only gives the browser a count of its own, with few attempts.
import type { HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { digest, knownBrowserCookieHeader, readKnownBrowserCookie } from '@symbolon/core-protocol'
import { knownBrowserAttempts, knownBrowserRules } from './attempt-rules.ts'
import type { AttemptCounter } from './begin-attempt.ts'

type KnownBrowserContext = RequestContext<'knownBrowsers' | 'signInAttempts'>

/** How long a browser is known after the last completed sign-in, milliseconds. */
export const knownFor: number = 90 * 86_400_000
/** The number of known browsers of each user. */
const browserLimit = 10

/**
 * Finds the counter of the browser's own attempts.
 *
 * @param method what is verified; passwords and codes are counted apart, codes of every kind together
 * @param policyNumber the policy's number of attempts for the method; 0 when it sets none
 * @returns undefined when the user is not known in this browser, or when the browser had too many failed attempts
 */
export async function knownBrowserCounter(
  method: 'password' | 'code',
  userId: string,
  policyNumber: number,
  request: HttpRequest,
  context: KnownBrowserContext,
): Promise<AttemptCounter | undefined> {
  const { knownBrowsers, signInAttempts } = context.stores
  const secret = readKnownBrowserCookie(request, context.issuer)
  if (secret === undefined) return undefined
  const browser = digest(secret)
  const key = digest(`${method} browser ${browser} ${userId}`)
  const [isKnown, count] = await Promise.all([knownBrowsers.knows(userId, browser, context.now()), signInAttempts.find(key)])
  if (!isKnown || (count?.failedAttempts ?? 0) >= knownBrowserAttempts(policyNumber)) return undefined
  return { key, method, rules: knownBrowserRules, shown: true, keptFor: knownFor }
}

/**
 * Remembers the browser after a completed sign-in.
 *
 * @returns the `Set-Cookie` value by which the browser is known from now on; its previous cookie becomes invalid
 */
export async function rememberBrowser({ id: userId }: User, request: HttpRequest, context: KnownBrowserContext): Promise<string> {
  const previous = readKnownBrowserCookie(request, context.issuer)
  const secret = context.randomToken()
  const usedAt = context.now()
  await context.stores.knownBrowsers.remember(
    {
      userId,
      browser: digest(secret),
      previous: previous === undefined ? undefined : digest(previous),
      usedAt,
      expiresAt: usedAt + knownFor,
    },
    browserLimit,
  )
  return knownBrowserCookieHeader(secret, knownFor / 1000, context.issuer)
}
