// Takes a new password from a form: the rules that the page shows, and the check against them. Registration, recovery and change share it.
import type { Context } from '@symbolon/core-protocol'
import { equalDigests } from '@symbolon/core-protocol'
import { brokenPasswordRules, passwordRuleCodes, personalWords } from '@symbolon/password-rules'
import type { PersonalNames } from '@symbolon/password-rules'
import type { PasswordPolicy } from '@symbolon/schema-v2'
import type { PasswordRules } from '../ui/password-change.ts'
import type { NewPasswordError } from '../ui/form-error.ts'

/** The rules of a policy as a page shows them. */
export function rulesOf({ minLength, requires }: PasswordPolicy): PasswordRules {
  return { minLength, requires }
}

/** A new password, or the reason for its rejection. */
export type ReadPassword =
  | { readonly kind: 'accepted'; readonly password: string }
  | { readonly kind: 'refused'; readonly error: NewPasswordError }

/**
 * Reads the fields `newPassword` and `newPasswordAgain`. Of several rules that the password breaks the first one is the error.
 *
 * @param person whose names the password must not be made of
 */
export function readNewPassword(
  { newPassword = '', newPasswordAgain = '' }: Readonly<Record<string, string>>,
  person: PersonalNames,
  policy: PasswordPolicy,
  { issuer, vendor }: Pick<Context, 'issuer' | 'vendor'>,
): ReadPassword {
  if (newPassword === '') return { kind: 'refused', error: 'missing_new_password' }
  const words = personalWords({ ...person, host: new URL(issuer).hostname, product: vendor })
  const [rule] = brokenPasswordRules(newPassword, policy, words)
  if (rule !== undefined) return { kind: 'refused', error: passwordRuleCodes[rule] }
  if (!equalDigests(newPassword, newPasswordAgain)) return { kind: 'refused', error: 'passwords_differ' }
  return { kind: 'accepted', password: newPassword }
}
