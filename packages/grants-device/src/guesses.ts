// Limits on wrong codes. A guess is counted before the code is looked up, so that concurrent guesses cannot exceed the limit. With 10,000
// codes that live, a guess hits with 4e-7. https://www.rfc-editor.org/rfc/rfc8628#section-5.1
import { siteNetworkAt } from '@symbolon/core-protocol'
import type { RequestContext, SignInAttempt, SignInAttempts } from '@symbolon/core-protocol'

type GuessContext = RequestContext<'signInAttempts'>

/** How many wrong codes are accepted within a time after the last one, milliseconds. */
interface Rule {
  readonly key: string
  readonly most: number
  readonly within: number
}

/** How often counting is tried again after a concurrent guess was counted. */
const rounds = 10

function rulesFor(userId: string, { remoteAddress, sealing }: GuessContext): readonly Rule[] {
  // Keys hold no names and no addresses.
  const key = (of: string): string => `device ${sealing.derive('device guesses', of)}`
  return [
    { key: key(`user ${userId}`), most: 5, within: 10 * 60_000 },
    { key: key(`network ${siteNetworkAt(remoteAddress)}`), most: 30, within: 60 * 60_000 },
    { key: key('instance'), most: 1000, within: 60 * 60_000 },
  ]
}

/** A code that may be looked up. */
export interface Guess {
  /** Called where the code was right, or was not looked up: it does not count. */
  readonly withdraw: () => Promise<void>
}

/**
 * Counts a guess of the user, of the network, and of all.
 *
 * @returns undefined where a limit is reached: then the code must not be looked up
 */
export async function countGuess(userId: string, context: GuessContext): Promise<Guess | undefined> {
  const store = context.stores.signInAttempts
  const rules = rulesFor(userId, context)
  for (let round = 0; round < rounds; round++) {
    const now = context.now()
    const seen = await Promise.all(rules.map(async (rule) => ({ rule, count: await store.find(rule.key) })))
    const attempts = seen.map(({ rule, count }) => attemptOf(rule, count, now))
    if (attempts.some(({ failedAttempts }, index) => failedAttempts > (rules[index]?.most ?? 0))) return undefined
    if (await store.begin(attempts)) return { withdraw: async () => await store.settle(attempts, []) }
  }
  return undefined
}

function attemptOf({ key, within }: Rule, seen: SignInAttempts | undefined, now: number): SignInAttempt {
  // A time in the future comes from a clock that ran ahead, and counts like one that is as far in the past.
  const counts = seen !== undefined && Math.abs(now - seen.lastAttemptAt) < within ? seen.failedAttempts : 0
  return { key, seen, method: 'code', failedAttempts: counts + 1, lastAttemptAt: now, expiresAt: now + within }
}
