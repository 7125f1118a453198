// How long a user has to wait after failed attempts to enter a password or a code. The first attempts are free, further ones are delayed more
// and more, whatever the policies say. A policy can set a number of failed attempts that blocks further ones for some time. Pure.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-lockout
import type { LoginPolicy } from '@symbolon/core-protocol'

/** Failed attempts before the first delay. */
const freeAttempts = 5

/** How long attempts are blocked by the number of a policy, and how long failed passwords in unknown browsers count. Milliseconds. */
export const blockTime: number = 15 * 60_000

/** The rules for one kind of attempts. */
export interface AttemptRules {
  /** The longest delay between two attempts, milliseconds. A block is longer. */
  readonly longestDelay: number
  /** The number of failed attempts after which each further one has to wait for `blockTime`. 0 means that there is no such number. */
  readonly blocksAfter: number
  /** Whether failed attempts no longer count when the last one is `blockTime` ago. */
  readonly forgets: boolean
}

/** A count of failed attempts, as it is stored. */
export interface AttemptCount {
  readonly failedAttempts: number
  /** Milliseconds since the epoch; absent before the first attempt. */
  readonly lastAttemptAt?: number
}

/**
 * The rules for passwords in browsers that the user is not known in. The counts expire, so that an attacker keeps the user out of unknown browsers
 * only for as long as the attack goes on.
 */
export function unknownBrowserRules({ maxPasswordAttempts }: LoginPolicy): AttemptRules {
  return { longestDelay: 60_000, blocksAfter: maxPasswordAttempts, forgets: true }
}

/**
 * The rules for codes of authenticator apps in browsers that the user is not known in. The counts never expire: an attacker who tries codes already
 * knows the password. Three of a million codes are right at any time. With a block, an attacker has 96 attempts a day; with the delays alone,
 * 288. The chance to guess a code within a day is below one in a thousand. https://www.rfc-editor.org/rfc/rfc4226#section-7.3
 */
export function codeRules({ maxOtpAttempts }: LoginPolicy): AttemptRules {
  return { longestDelay: 300_000, blocksAfter: maxOtpAttempts, forgets: false }
}

/** The rules for a browser that the user is known in. After `knownBrowserAttempts` it is treated as an unknown browser. */
export const knownBrowserRules: AttemptRules = { longestDelay: 60_000, blocksAfter: 0, forgets: false }

/**
 * The number of failed attempts in a row after which a browser is no longer known. It bounds the guesses of an attacker with its cookie.
 *
 * @param policyNumber the policy's number of attempts; 0 when it sets none
 */
export function knownBrowserAttempts(policyNumber: number): number {
  return policyNumber > 0 ? policyNumber : 10
}

/** @returns the number of failed attempts that still count */
export function countedAttempts(count: AttemptCount | undefined, { forgets }: AttemptRules, now: number): number {
  if (count?.lastAttemptAt === undefined) return 0
  return forgets && elapsed(count.lastAttemptAt, now) >= blockTime ? 0 : count.failedAttempts
}

/** @returns milliseconds until the next attempt is allowed; 0 when it is allowed now */
export function remainingDelay(count: AttemptCount | undefined, rules: AttemptRules, now: number): number {
  if (count?.lastAttemptAt === undefined) return 0
  return Math.max(0, delayAfter(countedAttempts(count, rules, now), rules) - elapsed(count.lastAttemptAt, now))
}

/** @returns milliseconds between the last failed attempt and the next one: 0, then 1 s, 2 s, 4 s …, or the block */
function delayAfter(failedAttempts: number, { longestDelay, blocksAfter }: AttemptRules): number {
  if (blocksAfter > 0 && failedAttempts >= blocksAfter) return blockTime
  if (failedAttempts < freeAttempts) return 0
  return Math.min(1000 * 2 ** (failedAttempts - freeAttempts), longestDelay)
}

/**
 * The time since the last attempt. A time in the future comes from a clock that ran ahead. It counts like one that is as far in the past, so
 * that a clock that is set back does not keep the user out.
 */
function elapsed(lastAttemptAt: number, now: number): number {
  return Math.abs(now - lastAttemptAt)
}
