// How fast passwords and codes may be tried: the first tries freely, then slower and slower, whatever the policies say, and after as many
// as a policy says not at all for some time. Pure.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-lockout
import type { LoginPolicy } from '@symbolon/core-protocol'

const freeAttempts = 5

/** How long the number of a policy keeps further tries off, milliseconds. It also is how long wrong passwords of strangers are remembered. */
export const blockTime: number = 15 * 60_000

export interface AttemptRules {
  /** The longest delay between two tries, milliseconds. */
  readonly longestDelay: number
  /** Wrong tries after which the next one waits for `blockTime`; 0: there is no such number. */
  readonly blocksAfter: number
  /** Whether tries are forgotten when none came for `blockTime`. */
  readonly forgets: boolean
}

/** Somebody at a browser that the user is not known in. Forgetting keeps a stranger from keeping the user out for longer than they try. */
export function strangerRules({ maxPasswordAttempts }: LoginPolicy): AttemptRules {
  return { longestDelay: 60_000, blocksAfter: maxPasswordAttempts, forgets: true }
}

/**
 * Codes of six digits, tried by somebody who knows the password, and so by no stranger who wants to keep the user out. With the number of
 * a policy 96 tries of a day count, without one 288: the chance that one of them is among the three codes that are right is below one in
 * a thousand. https://www.rfc-editor.org/rfc/rfc4226#section-7.3
 */
export function codeRules({ maxOtpAttempts }: LoginPolicy): AttemptRules {
  return { longestDelay: 300_000, blocksAfter: maxOtpAttempts, forgets: false }
}

/** A browser that the user is known in: its tries are its own, and after `knownBrowserAttempts` it is a stranger's. */
export const knownBrowserRules: AttemptRules = { longestDelay: 60_000, blocksAfter: 0, forgets: false }

/** Wrong tries in a row after which a browser is known no longer: whoever stole its cookie cannot guess without end. */
export function knownBrowserAttempts(policyNumber: number): number {
  return policyNumber > 0 ? policyNumber : 10
}

export interface Tries {
  readonly failedAttempts: number
  /** Milliseconds since the epoch; absent while there are none. */
  readonly lastAttemptAt?: number
}

/** @returns wrong tries that still count */
export function countOf(tries: Tries | undefined, { forgets }: AttemptRules, now: number): number {
  if (tries?.lastAttemptAt === undefined) return 0
  return forgets && elapsed(tries.lastAttemptAt, now) >= blockTime ? 0 : tries.failedAttempts
}

/** Milliseconds until a try counts again; 0 for one that comes in time. */
export function remainingDelay(tries: Tries | undefined, rules: AttemptRules, now: number): number {
  if (tries?.lastAttemptAt === undefined) return 0
  return Math.max(0, delayAfter(countOf(tries, rules, now), rules) - elapsed(tries.lastAttemptAt, now))
}

/** @returns milliseconds between the last wrong try and the next that counts: 0, then 1 s, 2 s, 4 s …, or the block */
function delayAfter(failedAttempts: number, { longestDelay, blocksAfter }: AttemptRules): number {
  if (blocksAfter > 0 && failedAttempts >= blocksAfter) return blockTime
  if (failedAttempts < freeAttempts) return 0
  return Math.min(1000 * 2 ** (failedAttempts - freeAttempts), longestDelay)
}

/**
 * A try that lies in the future was stamped by a clock that ran ahead. It delays like one that lies as long ago, so that a clock that is
 * set back does not shut the user out for as long as it was wrong.
 */
function elapsed(lastAttemptAt: number, now: number): number {
  return Math.abs(now - lastAttemptAt)
}
