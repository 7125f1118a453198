// Known browsers: those in which a user has completed a sign-in. Failed attempts elsewhere do not delay the user there, so an attacker cannot
// lock the user out. The cookie outlives the session. It grants nothing; the browser only gets a separate count, with few attempts.
import type { HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { digest, knownBrowserCookieHeader, readKnownBrowserCookie } from '@symbolon/core-protocol'
import { knownBrowserAttempts, knownBrowserRules } from './attempt-rules.ts'
import type { AttemptCounter } from './begin-attempt.ts'

type KnownBrowserContext = RequestContext<'knownBrowsers' | 'signInAttempts'>

/** How long a browser is known after the last completed sign-in, milliseconds. */
export const knownFor: number = 90 * 86_400_000
/** The number of known browsers of each user. */
const browserLimit = 10

/** The browser's own attempts. */
export interface KnownBrowserCounter extends AttemptCounter {
  /** Whether the browser had too many failed attempts. It counts like an unknown browser until the user has entered the right password or code. */
  readonly isSpent: boolean
}

/**
 * Finds the counter of the browser's own attempts. It is kept for the browser and the user, not for the cookie: every sign-in replaces that,
 * including the sign-in of an attacker who guesses in between.
 *
 * @param method what is verified; passwords and codes are counted separately, codes of every kind together
 * @param policyNumber the policy's number of attempts for the method; 0 when it sets none
 * @returns undefined when the user is not known in this browser
 */
export async function knownBrowserCounter(
  method: 'password' | 'code',
  userId: string,
  policyNumber: number,
  request: HttpRequest,
  context: KnownBrowserContext,
): Promise<KnownBrowserCounter | undefined> {
  if (readKnownBrowserCookie(request, context.issuer) === undefined) return undefined
  const browser = await findKnownBrowser(userId, request, context)
  // Looked up for unknown names as well.
  const key = digest(`${method} browser ${browser ?? ''} ${userId}`)
  const count = await context.stores.signInAttempts.find(key)
  if (browser === undefined) return undefined
  const isSpent = (count?.failedAttempts ?? 0) >= knownBrowserAttempts(policyNumber)
  return { key, method, rules: knownBrowserRules, shown: true, keptFor: knownFor, isSpent }
}

/** @returns what identifies the browser of this request for the user, whatever its cookie is; undefined when the user is not known in it */
export async function findKnownBrowser(
  userId: string,
  request: HttpRequest,
  { stores, issuer, now }: RequestContext<'knownBrowsers'>,
): Promise<string | undefined> {
  const secret = readKnownBrowserCookie(request, issuer)
  return secret === undefined ? undefined : await stores.knownBrowsers.find(userId, digest(secret), now())
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
      id: context.randomToken(),
      browser: digest(secret),
      previous: previous === undefined ? undefined : digest(previous),
      usedAt,
      expiresAt: usedAt + knownFor,
    },
    browserLimit,
  )
  return knownBrowserCookieHeader(secret, knownFor / 1000, context.issuer)
}
