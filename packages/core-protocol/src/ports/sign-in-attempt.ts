// How often somebody tried in vain to sign in: under a user, under a typed name, in a known browser. Names of users and names of nobody
// are counted by the same statements, so that neither answers nor their time tell them apart.

export interface SignInAttempts {
  /** Wrong tries since the last right one. */
  readonly failedAttempts: number
  /** Milliseconds since the epoch. */
  readonly lastAttemptAt: number
}

/** One more try under a key. */
export interface SignInAttempt extends SignInAttempts {
  /** Says whose tries are counted together; holds no name. */
  readonly key: string
  /** What `find` said; undefined when it found nothing. */
  readonly seen: SignInAttempts | undefined
  /** Set where the count ends with the user's password, or with an administrator's lock. */
  readonly userId?: string
  /** When the count is worth nothing any more. Milliseconds since the epoch. */
  readonly expiresAt: number
}

export interface SignInAttemptStore {
  find(key: string): Promise<SignInAttempts | undefined>
  /**
   * Counts one try under all these keys, if each count still is what the caller saw. One transaction: all or none.
   * @returns whether it was counted; of parallel calls that saw the same count one gets true
   */
  begin(attempts: readonly SignInAttempt[]): Promise<boolean>
  /**
   * What was tried was right. One transaction.
   * @param withdrawn tries that are taken back; those that were counted before and meanwhile stay
   * @param cleared keys under which all tries are forgotten
   */
  settle(withdrawn: readonly SignInAttempt[], cleared: readonly string[]): Promise<void>
  /** Removes at most `limit` rows that are worth nothing any more. @returns how many */
  deleteExpired(now: number, limit: number): Promise<number>
}
