// The count that a try of a code belongs to: in a known browser its own, elsewhere the user's.
import type { User } from '@symbolon/core-protocol'
import { type AttemptRules, codeRules, remainingDelay, type Tries } from '../attempts/attempt-rules.ts'
import { knownBrowserCounter } from '../attempts/known-browser.ts'
import type { TotpContext } from './totp.ts'

export interface CodeTries {
  readonly rules: AttemptRules
  find(): Promise<Tries | undefined>
  /** @returns false when another try was counted meanwhile */
  begin(seen: Tries | undefined, now: number): Promise<boolean>
  /** The code was right; `accept` has cleared what stands beside the secret. */
  clear(): Promise<void>
}

export async function codeTries(user: User, request: Request, context: TotpContext): Promise<CodeTries> {
  const { oneTimeCodes, policies, signInAttempts } = context.stores
  const policy = await policies.findLoginPolicy(user.orgId)
  const known = await knownBrowserCounter('code', user.id, policy.maxOtpAttempts, request, context)
  if (known === undefined) {
    return {
      rules: codeRules(policy),
      find: () => oneTimeCodes.find(user.id),
      begin: (seen, now) => oneTimeCodes.beginAttempt(user.id, seen?.failedAttempts ?? 0, now),
      clear: async () => undefined,
    }
  }
  const { key, rules, keptFor } = known
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

/** @returns seconds until a try counts again, 0 for one that comes in time */
export function codeDelay(tries: Tries | undefined, rules: AttemptRules, now: number): number {
  return Math.ceil(remainingDelay(tries, rules, now) / 1000)
}
