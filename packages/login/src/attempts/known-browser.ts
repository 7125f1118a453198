// Browsers in which a person has completed a sign-in: what strangers try under the person's name does not keep the person out of them.
// The cookie outlives the session. It opens nothing; it only has tries of its own, and few of them.
import type { RequestContext, User } from '@symbolon/core-protocol'
import { digest, knownBrowserCookieHeader, readKnownBrowserCookie } from '@symbolon/core-protocol'
import { type AttemptCounter } from './begin-attempt.ts'
import { knownBrowserAttempts, knownBrowserRules } from './attempt-rules.ts'

type KnownBrowserContext = RequestContext<'knownBrowsers' | 'signInAttempts'>

/** How long after the last sign-in that was completed there a browser is known, milliseconds. */
const knownFor = 90 * 86_400_000
/** Of each user. */
const browserLimit = 10

/**
 * @param method what is tried; passwords and codes are counted apart
 * @param policyNumber the policy's number of wrong tries
 * @returns the count of the browser's own tries; undefined when the user is not known in it, or it had too many of them
 */
export async function knownBrowserCounter(
  method: 'password' | 'code',
  userId: string,
  policyNumber: number,
  request: Request,
  context: KnownBrowserContext,
): Promise<AttemptCounter | undefined> {
  const { knownBrowsers, signInAttempts } = context.stores
  const secret = readKnownBrowserCookie(request, context.issuer)
  if (secret === undefined) return undefined
  const browser = digest(secret)
  const key = digest(`${method} browser ${browser} ${userId}`)
  const [known, tries] = await Promise.all([knownBrowsers.knows(userId, browser, context.now()), signInAttempts.find(key)])
  if (!known || (tries?.failedAttempts ?? 0) >= knownBrowserAttempts(policyNumber)) return undefined
  return { key, rules: knownBrowserRules, shown: true, keptFor: knownFor }
}

/**
 * The user has completed a sign-in in this browser.
 * @returns the `Set-Cookie` value by which it is known from now on; the one before is worth nothing
 */
export async function rememberBrowser({ id: userId }: User, request: Request, context: KnownBrowserContext): Promise<string> {
  const before = readKnownBrowserCookie(request, context.issuer)
  const secret = context.randomToken()
  const usedAt = context.now()
  await context.stores.knownBrowsers.remember({
    userId,
    browser: digest(secret),
    previous: before === undefined ? undefined : digest(before),
    usedAt,
    expiresAt: usedAt + knownFor,
  }, browserLimit)
  return knownBrowserCookieHeader(secret, knownFor / 1000, context.issuer)
}
