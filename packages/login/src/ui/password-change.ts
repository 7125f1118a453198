// The page for a new password.
import type { FormPage, SkipForm } from './ui.ts'

/** The rules for a new password, in the words of the page: shown before the first error. */
export interface PasswordRules {
  /** In characters. */
  readonly minLength: number
  /** The classes of which it must hold a character. */
  readonly requires: readonly ('lowercase' | 'uppercase' | 'digit' | 'symbol')[]
}

/**
 * Asks for a new password in the fields `newPassword` and `newPasswordAgain`, and for the present one in `currentPassword` where
 * `asksCurrent` is set. A read-only field shows the login name to password managers.
 */
export interface PasswordChangePage extends FormPage {
  readonly kind: 'password_change'
  readonly loginName: string
  /** `demanded`: by an administrator. `expiring`: in `daysLeft` days. `wanted`: the user asked for the page. */
  readonly reason: 'demanded' | 'expired' | 'expiring' | 'wanted'
  readonly daysLeft?: number
  readonly asksCurrent: boolean
  readonly rules: PasswordRules
  /** Absent while the change is required. */
  readonly skip?: SkipForm
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
}

/** Why a new password is refused. */
export type NewPasswordError =
  | 'missing_new_password'
  | 'passwords_differ'
  /** It is the present one. */
  | 'password_unchanged'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_without_lowercase'
  | 'password_without_uppercase'
  | 'password_without_digit'
  | 'password_without_symbol'
  /** It is one of the most common passwords. */
  | 'password_common'
  /** It is made of names of the user, the organization or the service. */
  | 'password_personal'
  /** It is a sequence or a repetition. */
  | 'password_predictable'

/** The errors of the page. */
export type PasswordChangeError = 'missing_current_password' | 'wrong_current_password' | NewPasswordError
