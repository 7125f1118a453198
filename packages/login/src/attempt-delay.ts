// How fast passwords and codes may be tried: the first tries freely, then slower and slower, always, whatever the policies say.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-lockout

const freeAttempts = 5

/** Who tries decides how long the longest delay is, milliseconds. */
export const longestDelays = {
  stranger: 60_000,
  /** Strangers who keep a user waiting do not lock out the browser in which the user was signed in before. */
  knownBrowser: 5_000,
  /**
   * Codes of six digits, tried by somebody who knows the password, and so by no stranger who wants to keep the user out. The 288 tries of
   * a day find one of the three codes that count with a chance below one in a thousand. https://www.rfc-editor.org/rfc/rfc4226#section-7.3
   */
  passwordHolder: 300_000,
} as const

export type Attempter = keyof typeof longestDelays

/** @returns milliseconds between the last wrong try and the next that counts: 0, then 1 s, 2 s, 4 s … */
export function attemptDelay(failedAttempts: number, attempter: Attempter): number {
  if (failedAttempts < freeAttempts) return 0
  return Math.min(1000 * 2 ** (failedAttempts - freeAttempts), longestDelays[attempter])
}

/**
 * Milliseconds until a try counts again; 0 for one that comes in time.
 * A last try that lies in the future was stamped by a clock that runs ahead. It delays like one that lies as long ago, so that a
 * clock that is set back does not shut the user out for as long as it was wrong.
 */
export function remainingDelay(
  tries: { readonly failedAttempts: number, readonly lastAttemptAt?: number },
  attempter: Attempter,
  now: number,
): number {
  if (tries.lastAttemptAt === undefined) return 0
  return Math.max(0, attemptDelay(tries.failedAttempts, attempter) - Math.abs(now - tries.lastAttemptAt))
}
