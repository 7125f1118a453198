// Limits on wrong codes. A guess is counted for its user before the code is looked up, so that concurrent guesses cannot exceed the limit. A right
// code changes no row that users share. With 10,000 codes that live, a guess hits with 4e-7. https://www.rfc-editor.org/rfc/rfc8628#section-5.1
import { siteNetworkAt } from '@symbolon/core-protocol'
import type { RequestContext, SignInAttempt, SignInAttempts } from '@symbolon/core-protocol'

type GuessContext = RequestContext<'signInAttempts'>

/** How many wrong codes are accepted within a time after the first one, milliseconds. */
interface Rule {
  readonly key: string
  readonly most: number
  readonly within: number
  /** How often counting is repeated after a concurrent guess. With at least `most` rounds, a guess that loses each leaves a count at its limit. */
  readonly rounds: number
}

// Keys hold no names and no addresses.
const keyOf = (counted: string, { sealing }: GuessContext): string => `device ${sealing.derive('device guesses', counted)}`

const userRule = (userId: string, context: GuessContext): Rule => ({
  key: keyOf(`user ${userId}`, context),
  most: 5,
  within: 10 * 60_000,
  rounds: 10,
})

const networkRule = (context: GuessContext): Rule => ({
  key: keyOf(`network ${siteNetworkAt(context.remoteAddress)}`, context),
  most: 30,
  within: 60 * 60_000,
  rounds: 30,
})

/** The limit of the instance is only logged, because one attacker could block all users. */
const instanceRule = (context: GuessContext): Rule => ({
  key: keyOf('instance', context),
  most: 1000,
  within: 60 * 60_000,
  rounds: 5,
})

/** A code that may be looked up. The caller reports whether it was right. */
export interface Guess {
  /** The code is right: the guess does not count. */
  readonly right: () => Promise<void>
  /** The code is wrong: it counts for the network, and for the instance, whose limit is logged. */
  readonly wrong: () => Promise<void>
}

/**
 * Counts a guess of the user.
 *
 * @returns undefined where the limit of the user or of the network is reached: then the code must not be looked up
 */
export async function countGuess(userId: string, context: GuessContext): Promise<Guess | undefined> {
  const store = context.stores.signInAttempts
  const network = networkRule(context)
  if (attemptOf(network, await store.find(network.key), context.now()).failedAttempts > network.most) return undefined
  const counted = await count(userRule(userId, context), context)
  if (counted === undefined) return undefined
  return {
    right: async () => await store.settle([counted], []),
    async wrong() {
      await count(network, context)
      const instance = instanceRule(context)
      const ofAll = await count(instance, context)
      if (ofAll?.failedAttempts === instance.most) context.log.warn('device_codes_guessed', { wrongCodes: instance.most })
    },
  }
}

/** @returns the guess as counted; undefined at the limit */
async function count(rule: Rule, context: GuessContext): Promise<SignInAttempt | undefined> {
  const store = context.stores.signInAttempts
  for (let round = 0; round < rule.rounds; round++) {
    const attempt = attemptOf(rule, await store.find(rule.key), context.now())
    if (attempt.failedAttempts > rule.most) return undefined
    if (await store.begin([attempt])) return attempt
  }
  return undefined
}

/** The stored time is the time of the first guess of a count: a guess that is later than the window starts a new count. */
function attemptOf({ key, within }: Rule, seen: SignInAttempts | undefined, now: number): SignInAttempt {
  // A time in the future comes from a clock that ran ahead, and counts like one that is as far in the past.
  const running = seen !== undefined && Math.abs(now - seen.lastAttemptAt) < within ? seen : { failedAttempts: 0, lastAttemptAt: now }
  const { failedAttempts, lastAttemptAt: first } = running
  return { key, seen, method: 'code', failedAttempts: failedAttempts + 1, lastAttemptAt: first, expiresAt: first + within }
}
