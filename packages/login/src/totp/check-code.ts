// Checks a code of an authenticator app. A try is counted before the code is looked at, so that parallel guesses cannot slip past the
// limit, and a right code is accepted by one conditional write, so that it is right once. https://www.rfc-editor.org/rfc/rfc4226#section-7.3
import type { User } from '@symbolon/core-protocol'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { remainingDelay } from '../attempt-delay.ts'
import type { TotpContext } from './totp.ts'
import { matchingStep } from './matching-step.ts'

export type CodeOutcome =
  | { readonly kind: 'right' }
  | { readonly kind: 'refused', readonly reason: 'wrong_code' | 'used_code' }
  /** Not looked at. Seconds. */
  | { readonly kind: 'too_early', readonly retryAfter: number }
  /** Wrong, and once too often: nobody signs in as this user until somebody unlocks them. */
  | { readonly kind: 'locked' }
  /** The user has no authenticator app any more. */
  | { readonly kind: 'absent' }

/** Tries to count a try while others are counted at the same time. */
const countingRounds = 3

/** @throws Error when the secret does not open: whoever altered it, nobody gets past */
export async function checkCode(code: string, user: User, context: TotpContext): Promise<CodeOutcome> {
  const { oneTimeCodes, passwords, policies } = context.stores
  const policy = await policies.findLoginPolicy(user.orgId)
  for (let round = 0; round < countingRounds; round++) {
    const stored = await oneTimeCodes.find(user.id)
    if (stored === undefined) return { kind: 'absent' }
    const now = context.now()
    const delay = remainingDelay(stored, 'passwordHolder', now)
    if (delay > 0) return { kind: 'too_early', retryAfter: Math.ceil(delay / 1000) }
    const secret = await context.sealing.open(stored.sealedSecret, otpSecretPurpose(user.id))
    if (!await oneTimeCodes.beginAttempt(user.id, stored.failedAttempts, now)) continue

    const step = matchingStep(secret, code, now)
    if (step !== undefined && await oneTimeCodes.accept(user.id, step)) return { kind: 'right' }
    const failedAttempts = stored.failedAttempts + 1
    if (policy.maxOtpAttempts > 0 && failedAttempts >= policy.maxOtpAttempts) {
      await passwords.lock(user.id)
      return { kind: 'locked' }
    }
    return { kind: 'refused', reason: step === undefined ? 'wrong_code' : 'used_code' }
  }
  // So many tries at once are nobody's typing.
  return { kind: 'too_early', retryAfter: 1 }
}
