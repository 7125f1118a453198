// Authenticator apps (TOTP): the secret that a user shares with one, the codes that were accepted, and the tries against them. The count
// of tries is raised before a code is looked at, so that parallel guesses cannot slip past the limit, and survives whatever session they
// come from. https://www.rfc-editor.org/rfc/rfc6238, https://www.rfc-editor.org/rfc/rfc4226#section-7.3

export interface OneTimeCodeGenerator {
  readonly userId: string
  /** Base32, sealed for this user. */
  readonly sealedSecret: string
  /** Wrong tries since the last right one. */
  readonly failedAttempts: number
  /** Milliseconds since the epoch; absent while there are no wrong tries. */
  readonly lastAttemptAt?: number
}

export interface OneTimeCodeStore {
  /** What is needed to check a code of the user; undefined when the user has no authenticator app. */
  find(userId: string): Promise<OneTimeCodeGenerator | undefined>
  /** Counts a try, if the count still is what the caller saw. Of parallel calls that saw the same count one gets true. */
  beginAttempt(userId: string, seenFailedAttempts: number, now: number): Promise<boolean>
  /**
   * The code of this time step was right: it and all before it are used up, and there are no wrong tries any more.
   * "The verifier MUST NOT accept the second attempt of the OTP after the successful validation has been issued for the first OTP."
   * https://www.rfc-editor.org/rfc/rfc6238#section-5.2
   * @returns false when a code of this step or a later one was accepted before; of parallel calls one gets true
   */
  accept(userId: string, step: number): Promise<boolean>
}
