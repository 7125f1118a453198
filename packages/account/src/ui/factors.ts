// The sections of the sign-in methods: password, authenticator app, recovery codes.

/** The password. The link leads to a step of the login, which asks for a fresh proof first. */
export interface PasswordSection {
  readonly kind: 'password'
  readonly state: 'set' | 'none'
  /** Milliseconds since the epoch; absent when that is not known. */
  readonly changedAt?: number
  readonly path: string
}

/** The authenticator app. */
export interface AuthenticatorAppSection {
  readonly kind: 'authenticator_app'
  readonly enrolled: boolean
  /** Sets up an app, or replaces it; absent if the policy does not allow apps. */
  readonly setUpPath?: string
  /** The path to which the form that removes it posts; absent without an app, or where the policy requires it. */
  readonly removePath?: string
}

/** Recovery codes. */
export interface RecoveryCodesSection {
  readonly kind: 'recovery_codes'
  /** Absent when the user never had any. */
  readonly left?: number
  /** Whether so few are left that the user should make new ones. */
  readonly few: boolean
  readonly path: string
}
