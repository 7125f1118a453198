// The page for a new password.
import type { FormPage, SkipForm } from './form-page.ts'

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
