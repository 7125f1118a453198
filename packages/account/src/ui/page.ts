// What every page of the account has: hidden fields, and the result of the last form.

/** The result of a form. The page that follows reports it. */
export type AccountNotice =
  | 'account_deleted'
  | 'session_ended'
  | 'other_sessions_ended'
  | 'profile_changed'
  | 'phone_changed'
  | 'phone_removed'
  | 'authenticator_app_removed'
  | 'application_revoked'
  | 'invitation_accepted'
  | 'invitation_declined'
  | 'passkey_renamed'
  | 'passkey_removed'
  | 'identity_disconnected'

/** The reason why a form did nothing. */
export type AccountError =
  /** The browser has signed in again since the page was shown, so its forms are out of date. */
  | 'outdated_form'
  /** The profile was changed elsewhere since the page was shown. */
  | 'outdated_profile'
  | 'missing_name'
  | 'invalid_phone'
  /** The phone number was changed elsewhere since the page was shown. */
  | 'outdated_phone'
  /** The typed name is not that of the account to be deleted. */
  | 'wrong_login_name'
  /** No other user could administer the instance. */
  | 'last_owner'
  /** The login policy requires a second factor, and this is the last one. */
  | 'factor_required'
  /** Nothing would be left to sign in with. */
  | 'last_way_in'

/** Members that every page has. */
export interface AccountPageBase {
  /** Hidden fields of every form on the page. */
  readonly fields: Readonly<Record<string, string>>
  readonly notice?: AccountNotice
  readonly error?: AccountError
}
