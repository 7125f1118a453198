// Counts a try before it is looked at, so that parallel guesses cannot slip past the limit.
import type { SignInAttempt, SignInAttemptStore, SignInAttempts } from '@symbolon/core-protocol'
import { type AttemptRules, countOf, remainingDelay } from './attempt-rules.ts'

/** Tries that are counted together. */
export interface AttemptCounter {
  readonly key: string
  readonly userId?: string
  readonly rules: AttemptRules
  /** Whether somebody who has to wait is told so. Of the others nothing may be seen: they would tell that there is such a user. */
  readonly shown: boolean
  /** How long a count is kept, milliseconds. */
  readonly keptFor: number
}

export type AttemptAdmission =
  | { readonly kind: 'begun', readonly attempts: readonly SignInAttempt[] }
  /** Not to be looked at. Seconds, for the page. */
  | { readonly kind: 'too_early', readonly retryAfter: number }
  /** Not to be looked at, and nobody may notice. */
  | { readonly kind: 'hidden', readonly attempts: readonly SignInAttempt[] }

/** Tries to count a try while others are counted at the same time. */
export const countingRounds = 3

/** So many tries at once are nobody's typing. */
export const overtaken: { readonly kind: 'too_early', readonly retryAfter: number } = { kind: 'too_early', retryAfter: 1 }

/** What a try would have to wait; counts nothing. @returns seconds, 0 when it may come */
export async function delays(
  counters: readonly AttemptCounter[],
  store: SignInAttemptStore,
  now: number,
): Promise<{ readonly shown: number, readonly hidden: number }> {
  return delaysOf(await find(counters, store), now)
}

export async function beginAttempt(
  counters: readonly AttemptCounter[],
  store: SignInAttemptStore,
  clock: () => number,
): Promise<AttemptAdmission> {
  for (let round = 0; round < countingRounds; round++) {
    const tries = await find(counters, store)
    const now = clock()
    const { shown, hidden } = delaysOf(tries, now)
    if (shown > 0) return { kind: 'too_early', retryAfter: shown }
    const isHidden = hidden > 0
    // What is not looked at does not count for the user; whoever typed it must not notice.
    const attempts = tries.filter(({ counter }) => counter.shown || !isHidden).map((each) => attemptOf(each, now))
    if (await store.begin(attempts)) return { kind: isHidden ? 'hidden' : 'begun', attempts }
  }
  return overtaken
}

interface CountedTries {
  readonly counter: AttemptCounter
  readonly seen: SignInAttempts | undefined
}

async function find(counters: readonly AttemptCounter[], store: SignInAttemptStore): Promise<readonly CountedTries[]> {
  return await Promise.all(counters.map(async (counter) => ({ counter, seen: await store.find(counter.key) })))
}

function delaysOf(tries: readonly CountedTries[], now: number): { readonly shown: number, readonly hidden: number } {
  return {
    shown: longestDelay(tries.filter(({ counter }) => counter.shown), now),
    hidden: longestDelay(tries.filter(({ counter }) => !counter.shown), now),
  }
}

function longestDelay(tries: readonly CountedTries[], now: number): number {
  return Math.ceil(Math.max(0, ...tries.map(({ counter, seen }) => remainingDelay(seen, counter.rules, now))) / 1000)
}

function attemptOf({ counter: { key, userId, rules, keptFor }, seen }: CountedTries, now: number): SignInAttempt {
  return {
    key,
    seen,
    ...(userId === undefined ? {} : { userId }),
    failedAttempts: countOf(seen, rules, now) + 1,
    lastAttemptAt: now,
    expiresAt: now + keptFor,
  }
}
