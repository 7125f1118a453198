// Takes a new password from a form: the rules that the page tells, and the check against them. Registration, recovery and change share it.
import type { Context, PasswordPolicy } from '@symbolon/core-protocol'
import { equalDigests } from '@symbolon/core-protocol'
import { brokenPasswordRules, personalWords } from '@symbolon/password-rules'
import type { PasswordRule, PersonalNames } from '@symbolon/password-rules'
import type { NewPasswordError, PasswordRules } from '../ui/password-change.ts'

const errors: Readonly<Record<PasswordRule, NewPasswordError>> = {
  min_length: 'password_too_short',
  max_length: 'password_too_long',
  lowercase: 'password_without_lowercase',
  uppercase: 'password_without_uppercase',
  digit: 'password_without_digit',
  symbol: 'password_without_symbol',
  common: 'password_common',
  personal: 'password_personal',
  predictable: 'password_predictable',
}

/** The rules of a policy as a page tells them. */
export function rulesOf({ minLength, requires }: PasswordPolicy): PasswordRules {
  return { minLength, requires }
}

/** A new password, or why it is refused. */
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
  if (rule !== undefined) return { kind: 'refused', error: errors[rule] }
  if (!equalDigests(newPassword, newPasswordAgain)) return { kind: 'refused', error: 'passwords_differ' }
  return { kind: 'accepted', password: newPassword }
}
