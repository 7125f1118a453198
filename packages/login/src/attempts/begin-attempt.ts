// Counts an attempt before the password or code is verified, so that parallel guesses cannot get around the limit.
import type { SignInAttempt, SignInAttemptStore, SignInAttempts } from '@symbolon/core-protocol'
import { countedAttempts, remainingDelay } from './attempt-rules.ts'
import type { AttemptRules } from './attempt-rules.ts'

/** Identifies attempts that are counted together, and the rules for them. */
export interface AttemptCounter {
  /** The key in the store. */
  readonly key: string
  /** What is guessed. */
  readonly method: 'password' | 'code'
  readonly userId?: string
  readonly rules: AttemptRules
  /**
   * Whether the page shows that the user has to wait. The delay of a hidden counter is never shown, because it would reveal that the user
   * exists: the attempt is refused like a wrong password.
   */
  readonly shown: boolean
  /** How long the count is kept, milliseconds. */
  readonly keptFor: number
}

/** The longest delays of several counters, in seconds. 0 means that the attempt is allowed. */
export interface AttemptDelays {
  /** For counters whose delay the page shows. */
  readonly shown: number
  /** Of the hidden counters. */
  readonly hidden: number
}

/** The attempt must not be verified, and the page shows for how long. `retryAfter` is in seconds. */
export interface TooEarly {
  readonly kind: 'too_early'
  readonly retryAfter: number
}

/** The decision of `beginAttempt`. */
export type AttemptDecision =
  /** The attempt is counted and may be verified. */
  | { readonly kind: 'begun'; readonly attempts: readonly SignInAttempt[] }
  | TooEarly
  /** The attempt must not be verified, and the response must equal that to a wrong password. */
  | { readonly kind: 'hidden'; readonly attempts: readonly SignInAttempt[] }

/** How often counting is tried again after a parallel attempt was counted in between. */
const countingRounds = 3

/** The decision when every round found a parallel attempt. A user never types that many at once. */
const tooManyParallelAttempts: TooEarly = { kind: 'too_early', retryAfter: 1 }

/** Reads how long an attempt would have to wait, and counts nothing. */
export async function readDelays(counters: readonly AttemptCounter[], store: SignInAttemptStore, now: number): Promise<AttemptDelays> {
  return delaysOf(await findCounts(counters, store), now)
}

/** Counts an attempt on all counters at once by a conditional write, unless one of them delays it. */
export async function beginAttempt(
  counters: readonly AttemptCounter[],
  store: SignInAttemptStore,
  clock: () => number,
): Promise<AttemptDecision> {
  for (let round = 0; round < countingRounds; round++) {
    const counts = await findCounts(counters, store)
    const now = clock()
    const { shown, hidden } = delaysOf(counts, now)
    if (shown > 0) return { kind: 'too_early', retryAfter: shown }
    const isHidden = hidden > 0
    // An attempt that is not verified does not count against the user. It counts on the shown counters, so that the pages do not differ.
    const attempts = counts.filter(({ counter }) => counter.shown || !isHidden).map((count) => attemptOf(count, now))
    if (await store.begin(attempts)) return { kind: isHidden ? 'hidden' : 'begun', attempts }
  }
  return tooManyParallelAttempts
}

interface StoredCount {
  readonly counter: AttemptCounter
  readonly seen: SignInAttempts | undefined
}

async function findCounts(counters: readonly AttemptCounter[], store: SignInAttemptStore): Promise<readonly StoredCount[]> {
  return await Promise.all(counters.map(async (counter) => ({ counter, seen: await store.find(counter.key) })))
}

function delaysOf(counts: readonly StoredCount[], now: number): AttemptDelays {
  return {
    shown: longestDelay(
      counts.filter(({ counter }) => counter.shown),
      now,
    ),
    hidden: longestDelay(
      counts.filter(({ counter }) => !counter.shown),
      now,
    ),
  }
}

function longestDelay(counts: readonly StoredCount[], now: number): number {
  return Math.ceil(Math.max(0, ...counts.map(({ counter, seen }) => remainingDelay(seen, counter.rules, now))) / 1000)
}

function attemptOf({ counter: { key, method, userId, rules, keptFor }, seen }: StoredCount, now: number): SignInAttempt {
  return {
    key,
    method,
    seen,
    ...(userId === undefined ? {} : { userId }),
    failedAttempts: countedAttempts(seen, rules, now) + 1,
    lastAttemptAt: now,
    expiresAt: now + keptFor,
  }
}
