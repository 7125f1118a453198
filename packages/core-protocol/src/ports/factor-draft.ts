// What a user is setting up and has not confirmed yet: the secret of an authenticator app, or a set of recovery codes. A draft is sealed, is
// bound to the user and to one browser, and ends after a few minutes. It takes effect by `OneTimeCodeStore.enrol` or
// `RecoveryCodeStore.replace`, which remove it.

/** What a draft becomes. */
export type FactorDraftKind = 'otp' | 'recovery_codes'

/** Names a draft. A user has at most one of each kind in each browser. */
export interface FactorDraftReference {
  readonly userId: string
  /** Digest of the secret that binds it to the browser. */
  readonly browser: string
  readonly kind: FactorDraftKind
}

/** A secret that is shown to the user until it is confirmed. */
export interface FactorDraft extends FactorDraftReference {
  /** A TOTP secret is sealed for `otpSecretPurpose`, recovery codes for a purpose of the login. */
  readonly sealed: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Stores drafts. */
export interface FactorDraftStore {
  /** Stores the draft, unless there is a live one: a form that is posted twice does not replace what the user has scanned already. */
  begin(draft: FactorDraft, now: number): Promise<void>
  /** The live draft of this user in this browser. */
  find(reference: FactorDraftReference, now: number): Promise<FactorDraft | undefined>
  /** Removes at most `limit` expired rows. @returns how many */
  deleteExpired(now: number, limit: number): Promise<number>
}
