// Checks a code of an authenticator app. A try is counted before the code is looked at, so that parallel guesses cannot slip past the
// limit, and a right code is accepted by one conditional write, so that it is right once. https://www.rfc-editor.org/rfc/rfc4226#section-7.3
import type { User } from '@symbolon/core-protocol'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { countingRounds, overtaken } from '../attempts/begin-attempt.ts'
import { codeDelay, codeTries } from './code-counter.ts'
import type { TotpContext } from './totp.ts'
import { matchingStep } from './time-step.ts'

export type CodeOutcome =
  | { readonly kind: 'right' }
  /** `blocks`: the policy's number is reached, and browsers that the user is not known in have to wait. */
  | { readonly kind: 'refused', readonly reason: 'wrong_code' | 'used_code', readonly blocks: boolean }
  /** Not looked at. Seconds. */
  | { readonly kind: 'too_early', readonly retryAfter: number }
  /** The user has no authenticator app any more. */
  | { readonly kind: 'absent' }

/** @throws Error when the secret does not open: whoever altered it, nobody gets past */
export async function checkCode(code: string, user: User, request: Request, context: TotpContext): Promise<CodeOutcome> {
  const { oneTimeCodes } = context.stores
  const tries = await codeTries(user, request, context)
  const { blocksAfter } = tries.rules
  for (let round = 0; round < countingRounds; round++) {
    const stored = await oneTimeCodes.find(user.id)
    if (stored === undefined) return { kind: 'absent' }
    const seen = await tries.find()
    const now = context.now()
    const retryAfter = codeDelay(seen, tries.rules, now)
    if (retryAfter > 0) return { kind: 'too_early', retryAfter }
    const secret = await context.sealing.open(stored.sealedSecret, otpSecretPurpose(user.id))
    if (!await tries.begin(seen, now)) continue

    const step = matchingStep(secret, code, now)
    if (step !== undefined && await oneTimeCodes.accept(user.id, step)) {
      await tries.clear()
      return { kind: 'right' }
    }
    const blocks = blocksAfter > 0 && (seen?.failedAttempts ?? 0) + 1 >= blocksAfter
    return { kind: 'refused', reason: step === undefined ? 'wrong_code' : 'used_code', blocks }
  }
  return overtaken
}
