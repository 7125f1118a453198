// The errors of posted forms.

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

/** The errors of these pages. */
export type MailedCodeError =
  | 'missing_mailed_code'
  | 'invalid_mailed_code'
  | 'invalid_email'
  /** It is the confirmed address of the account. */
  | 'email_unchanged'
  /** Another account got the address since the code was sent. Only its owner, who typed the code, can see this. */
  | 'email_taken'

/** Why an answer of an authenticator was refused. The texts reveal no more. */
export type PasskeyFormError =
  /** The sign-in was refused. */
  | 'passkey_refused'
  /** The page was open for longer than its challenge lives. */
  | 'passkey_expired'
  /** No passkey was created. */
  | 'passkey_not_created'
  /** The passkey belongs to a user already. */
  | 'passkey_exists'
  /** The user has as many passkeys as are allowed. */
  | 'passkey_limit'

/** Errors of the form that creates a user. */
export type ExternalFormError =
  /** The first or the last name was empty. */
  | 'missing_name'
  /** The user name was empty, or has characters that deceive. */
  | 'invalid_user_name'
  | 'user_name_taken'

/** The error of the last posted form. */
export type FormError =
  | PasswordChangeError
  | MailedCodeError
  /** The field was empty. */
  | 'missing_login_name'
  | 'missing_password'
  | 'missing_code'
  /** The user is unknown, or the password is wrong: the page does not reveal which. */
  | 'invalid_credentials'
  /** The code is wrong, expired, or already used. */
  | 'invalid_code'
  | 'missing_recovery_code'
  /** The recovery code is wrong or already used. */
  | 'invalid_recovery_code'
  /** The secret or the codes waited for too long, or were set up elsewhere. */
  | 'setup_expired'
  /** New recovery codes were not confirmed as saved. */
  | 'codes_not_saved'
  | PasskeyFormError
  /** Too many failed attempts. Login names that no user has lead to the same error. */
  | 'too_many_attempts'
  /** The server is verifying too many passwords at once. */
  | 'busy'
  | ExternalFormError
