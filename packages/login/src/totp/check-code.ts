// Checks a code of an authenticator app. An attempt is counted before the code is verified, so that parallel guesses cannot get around the
// limit. A right code is accepted by one conditional write, so that each code is accepted once.
// https://www.rfc-editor.org/rfc/rfc4226#section-7.3, https://www.rfc-editor.org/rfc/rfc6238#section-5.2
import type { HttpRequest, User } from '@symbolon/core-protocol'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { codeRules, remainingDelay } from '../attempts/attempt-rules.ts'
import type { AttemptCount, AttemptRules } from '../attempts/attempt-rules.ts'
import { countingRounds, tooManyParallelAttempts } from '../attempts/begin-attempt.ts'
import type { TooEarly } from '../attempts/begin-attempt.ts'
import { knownBrowserCounter } from '../attempts/known-browser.ts'
import { matchingStep } from './time-step.ts'
import type { TotpContext } from './totp.ts'

/** The result of the check. */
export type CodeOutcome =
  | { readonly kind: 'right' }
  /** `blocks`: this attempt reached the policy's number, so that browsers in which the user is not known are blocked. */
  | { readonly kind: 'refused'; readonly reason: 'wrong_code' | 'used_code'; readonly blocks: boolean }
  | TooEarly
  /** The user no longer has an authenticator app. */
  | { readonly kind: 'absent' }

/**
 * Checks a code.
 *
 * @param code six digits
 * @throws Error when the stored secret cannot be decrypted
 */
export async function checkCode(code: string, user: User, request: HttpRequest, context: TotpContext): Promise<CodeOutcome> {
  const { oneTimeCodes } = context.stores
  const counter = await codeCounter(user, request, context)
  const { blocksAfter } = counter.rules
  for (let round = 0; round < countingRounds; round++) {
    const stored = await oneTimeCodes.find(user.id)
    if (stored === undefined) return { kind: 'absent' }
    const seen = await counter.find()
    const now = context.now()
    const retryAfter = Math.ceil(remainingDelay(seen, counter.rules, now) / 1000)
    if (retryAfter > 0) return { kind: 'too_early', retryAfter }
    const secret = await context.sealing.open(stored.sealedSecret, otpSecretPurpose(user.id))
    if (!(await counter.begin(seen, now))) continue

    const step = matchingStep(secret, code, now)
    if (step !== undefined && (await oneTimeCodes.accept(user.id, step))) {
      await counter.clear()
      return { kind: 'right' }
    }
    const blocks = blocksAfter > 0 && (seen?.failedAttempts ?? 0) + 1 >= blocksAfter
    return { kind: 'refused', reason: step === undefined ? 'wrong_code' : 'used_code', blocks }
  }
  return tooManyParallelAttempts
}

/** Counts the attempts to give a code. */
interface CodeCounter {
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

/** Selects the counter: in a known browser its own, elsewhere the user's, which is stored beside the secret. */
async function codeCounter(user: User, request: HttpRequest, context: TotpContext): Promise<CodeCounter> {
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
    begin: (seen, now) =>
      signInAttempts.begin([
        {
          key,
          seen: seen?.lastAttemptAt === undefined ? undefined : { failedAttempts: seen.failedAttempts, lastAttemptAt: seen.lastAttemptAt },
          failedAttempts: (seen?.failedAttempts ?? 0) + 1,
          lastAttemptAt: now,
          expiresAt: now + keptFor,
        },
      ]),
    clear: () => signInAttempts.settle([], [key]),
  }
}
