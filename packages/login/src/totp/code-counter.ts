// Selects the counter of attempts to give a code: in a known browser its own, elsewhere the user's, which is stored beside the secret.
import type { User } from '@symbolon/core-protocol'
import { codeRules, type AttemptCount, type AttemptRules } from '../attempts/attempt-rules.ts'
import { knownBrowserCounter } from '../attempts/known-browser.ts'
import type { TotpContext } from './totp.ts'

/** Counts the attempts to give a code. */
export interface CodeCounter {
  readonly rules: AttemptRules
  find(): Promise<AttemptCount | undefined>
  /**
   * Counts an attempt by a conditional write.
   *
   * @param seen the count that `find` returned
   * @returns false when a parallel attempt was counted in between
   */
  begin(seen: AttemptCount | undefined, now: number): Promise<boolean>
  /** Clears the count after a right code. */
  clear(): Promise<void>
}

/** Selects the counter for a user in this browser. */
export async function codeCounter(user: User, request: Request, context: TotpContext): Promise<CodeCounter> {
  const { oneTimeCodes, policies, signInAttempts } = context.stores
  const policy = await policies.findLoginPolicy(user.orgId)
  const ofBrowser = await knownBrowserCounter('code', user.id, policy.maxOtpAttempts, request, context)
  if (ofBrowser === undefined) {
    return {
      rules: codeRules(policy),
      find: () => oneTimeCodes.find(user.id),
      begin: (seen, now) => oneTimeCodes.beginAttempt(user.id, seen?.failedAttempts ?? 0, now),
      // `oneTimeCodes.accept` has cleared it.
      clear: async () => undefined,
    }
  }
  const { key, rules, keptFor } = ofBrowser
  return {
    rules,
    find: () => signInAttempts.find(key),
    begin: (seen, now) => signInAttempts.begin([{
      key,
      seen: seen?.lastAttemptAt === undefined ? undefined : { failedAttempts: seen.failedAttempts, lastAttemptAt: seen.lastAttemptAt },
      failedAttempts: (seen?.failedAttempts ?? 0) + 1,
      lastAttemptAt: now,
      expiresAt: now + keptFor,
    }]),
    clear: () => signInAttempts.settle([], [key]),
  }
}
