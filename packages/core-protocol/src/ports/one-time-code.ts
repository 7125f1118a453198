// Authenticator apps (TOTP): the secret that a user shares with the app, and which of its codes were accepted. Failed attempts are counted in
// `SignInAttemptStore`. https://www.rfc-editor.org/rfc/rfc6238
import type { FactorMethod } from './session.ts'
import type { User } from './user.ts'

/** The secret that a user shares with an authenticator app. */
export interface OneTimeCodeGenerator {
  readonly userId: string
  /** Base32, sealed for `otpSecretPurpose`. */
  readonly sealedSecret: string
  /** When the user set it up, milliseconds since the epoch; absent for an app of a document. */
  readonly enrolledAt?: number
}

/** A draft of the kind `otp` whose first code was right. */
export interface OneTimeCodeEnrolment extends Omit<OneTimeCodeGenerator, 'enrolledAt'> {
  /** The browser of the draft. */
  readonly browser: string
  /** The time step of the code: it and all before it are used up. */
  readonly step: number
  /** The sealed secret of the app that is replaced; undefined when the user has none. */
  readonly replaces: string | undefined
  /** The user as read with the proof: a new password or a lock since then ends the set-up. */
  readonly seen: Pick<User, 'createdAt' | 'timesEnded'>
}

/** Stores TOTP secrets, and which codes were accepted. */
export interface OneTimeCodeStore {
  /** The data to check a code of the user; undefined when the user has no authenticator app. */
  find(userId: string): Promise<OneTimeCodeGenerator | undefined>
  /**
   * The code of this time step was right: it and all before it are used up.
   * "The verifier MUST NOT accept the second attempt of the OTP after the successful validation has been issued for the first OTP."
   * https://www.rfc-editor.org/rfc/rfc6238#section-5.2
   * @returns false when a code of this step or a later one was accepted before; of parallel calls one gets true
   */
  accept(userId: string, step: number): Promise<boolean>
  /**
   * Makes the secret of the draft the user's, and removes the draft. One transaction. For parts that declare `factorDrafts` too.
   * @returns false, with nothing changed, when the draft has ended, the user is not as seen, or the user's app is not the one that is replaced:
   *   a user who proved less must not replace an app that was set up meanwhile
   */
  enrol(enrolment: OneTimeCodeEnrolment, now: number): Promise<boolean>
  /**
   * Removes the app if its sealed secret still is this one. One transaction: of parallel removals of the app and of the last passkey one is
   * refused.
   * @param oneOf the methods of which the user must keep one, because a policy demands a second factor: `otp` is met by an app, `pop` by any
   *   passkey or security key, `user` by a passkey that `isSoleFactor`. Absent where nothing is demanded. Passkeys are looked for only if it
   *   names `pop` or `user`.
   * @param rpId of the login: passkeys of other RP IDs do not count. Absent where passkeys of every RP ID count.
   * @returns `absent` when the user has no such app, `factor_required` when none of `oneOf` would be left
   */
  remove(
    userId: string,
    sealedSecret: string,
    oneOf?: readonly FactorMethod[],
    rpId?: string,
  ): Promise<'removed' | 'absent' | 'factor_required'>
}
