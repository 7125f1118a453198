// Checks a code of an authenticator app. An attempt is counted before the code is verified, so that parallel guesses cannot get around the
// limit. A right code is accepted by one conditional write, so that each code is accepted once.
// https://www.rfc-editor.org/rfc/rfc4226#section-7.3, https://www.rfc-editor.org/rfc/rfc6238#section-5.2
import type { User } from '@symbolon/core-protocol'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { remainingDelay } from '../attempts/attempt-rules.ts'
import { countingRounds, tooManyParallelAttempts, type TooEarly } from '../attempts/begin-attempt.ts'
import { codeCounter } from './code-counter.ts'
import { matchingStep } from './time-step.ts'
import type { TotpContext } from './totp.ts'

/** The result of the check. */
export type CodeOutcome =
  | { readonly kind: 'right' }
  /** `blocks`: this attempt reached the policy's number, so that browsers in which the user is not known are blocked. */
  | { readonly kind: 'refused', readonly reason: 'wrong_code' | 'used_code', readonly blocks: boolean }
  | TooEarly
  /** The user no longer has an authenticator app. */
  | { readonly kind: 'absent' }

/**
 * Checks a code.
 *
 * @param code six digits
 * @throws Error when the stored secret cannot be decrypted
 */
export async function checkCode(code: string, user: User, request: Request, context: TotpContext): Promise<CodeOutcome> {
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
    if (!await counter.begin(seen, now)) continue

    const step = matchingStep(secret, code, now)
    if (step !== undefined && await oneTimeCodes.accept(user.id, step)) {
      await counter.clear()
      return { kind: 'right' }
    }
    const blocks = blocksAfter > 0 && (seen?.failedAttempts ?? 0) + 1 >= blocksAfter
    return { kind: 'refused', reason: step === undefined ? 'wrong_code' : 'used_code', blocks }
  }
  return tooManyParallelAttempts
}
