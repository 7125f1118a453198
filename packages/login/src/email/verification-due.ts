// Decides whether the email address of a user is to be verified. Pure.
import { mailAddress } from '@symbolon/core-protocol'
import type { LoginPolicy, User } from '@symbolon/core-protocol'

/** What {@link verificationDue} decides by. */
export interface VerificationFacts {
  readonly user: Pick<User, 'email'>
  readonly policy: Pick<LoginPolicy, 'allowUsernamePassword' | 'disableLoginWithEmail' | 'hidePasswordReset'>
  /** Whether every user has to verify the address. */
  readonly required: boolean
}

/**
 * Whether the address is to be verified: it is not verified yet, and it serves as a login name or to recover a password. An address that no
 * mail can be sent to is left alone, because no code could reach the user.
 *
 * @returns `offerable` when it is due unless the user has skipped it lately
 */
export function verificationDue({ user: { email }, policy, required }: VerificationFacts): 'required' | 'offerable' | undefined {
  if (email === undefined || email.verified || mailAddress(email.address) === undefined) return undefined
  if (required) return 'required'
  const isLoginName = !policy.disableLoginWithEmail
  const recovers = policy.allowUsernamePassword && !policy.hidePasswordReset
  return isLoginName || recovers ? 'offerable' : undefined
}
