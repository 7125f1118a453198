// Checks a code of an authenticator app. A right code is accepted by one conditional write, so that each code is accepted once.
// https://www.rfc-editor.org/rfc/rfc4226#section-7.3, https://www.rfc-editor.org/rfc/rfc6238#section-5.2
import type { HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import type { TooEarly } from '../attempts/begin-attempt.ts'
import { attemptCode } from '../attempts/code-attempt.ts'
import type { CodeAttemptStore } from '../attempts/code-attempt.ts'
import { matchingStep } from './time-step.ts'

/** The result of the check. */
export type CodeOutcome =
  /** `since`: when the user set up the app; absent for an app of a document. */
  | { readonly kind: 'right'; readonly since?: number }
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
export async function checkCode(
  code: string,
  user: User,
  request: HttpRequest,
  context: RequestContext<CodeAttemptStore | 'oneTimeCodes'>,
): Promise<CodeOutcome> {
  const { oneTimeCodes } = context.stores
  const stored = await oneTimeCodes.find(user.id)
  if (stored === undefined) return { kind: 'absent' }
  const secret = await context.sealing.open(stored.sealedSecret, otpSecretPurpose(user.id))
  let reason: 'wrong_code' | 'used_code' = 'wrong_code'
  const verify = async (): Promise<boolean> => {
    const step = matchingStep(secret, code, context.now())
    if (step === undefined) return false
    reason = 'used_code'
    return await oneTimeCodes.accept(user.id, step)
  }
  const attempt = await attemptCode(user, request, verify, context)
  if (attempt.kind === 'wrong') return { kind: 'refused', reason, blocks: attempt.blocks }
  return attempt.kind === 'right' && stored.enrolledAt !== undefined ? { kind: 'right', since: stored.enrolledAt } : attempt
}
