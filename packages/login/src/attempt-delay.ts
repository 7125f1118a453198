// How fast passwords may be tried: the first tries freely, then slower and slower, always, whatever the policies say.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-lockout

const freeAttempts = 5
const longestDelay = 60_000
/** Strangers who keep a user waiting do not lock out the browser in which the user was signed in before. */
const longestDelayOfKnownBrowser = 5_000

/** @returns milliseconds between the last wrong try and the next that counts: 0, then 1 s, 2 s, 4 s … */
export function attemptDelay(failedAttempts: number, knownBrowser: boolean): number {
  if (failedAttempts < freeAttempts) return 0
  const longest = knownBrowser ? longestDelayOfKnownBrowser : longestDelay
  return Math.min(1000 * 2 ** (failedAttempts - freeAttempts), longest)
}

/**
 * Whether a try comes too early.
 * A last try that lies in the future was stamped by a clock that runs ahead. It delays like one that lies as long ago, so that a
 * clock that is set back does not shut the user out for as long as it was wrong.
 */
export function isTooEarly(
  tries: { readonly failedAttempts: number, readonly lastAttemptAt?: number },
  knownBrowser: boolean,
  now: number,
): boolean {
  if (tries.lastAttemptAt === undefined) return false
  return Math.abs(now - tries.lastAttemptAt) < attemptDelay(tries.failedAttempts, knownBrowser)
}
