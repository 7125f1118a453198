// Password hashes and the tries against them. The count of tries is raised before the hash is computed, so that
// parallel guesses cannot slip past the limit.

export interface Password {
  readonly userId: string
  readonly hash: string
  /** Wrong tries since the last right one. */
  readonly failedAttempts: number
  /** Milliseconds since the epoch; absent while there are no wrong tries. */
  readonly lastAttemptAt?: number
}

export interface PasswordStore {
  find(userId: string): Promise<Password | undefined>
  /**
   * Counts a try, if the count still is what the caller saw. Of parallel calls that saw the same count one gets true.
   */
  beginAttempt(userId: string, seenFailedAttempts: number, now: number): Promise<boolean>
  /** The try was right: no wrong tries any more. */
  clearAttempts(userId: string): Promise<void>
  /**
   * Locks the user (state `locked`): the number of wrong tries reached the policy's limit. Somebody who is switched off stays so.
   * Whoever puts the user back to another state through the directory clears the tries with it.
   */
  lock(userId: string): Promise<void>
  /** About how many milliseconds the slowest hash takes that came with a document, as long as it is there; 0 when there is none. */
  slowest(): Promise<number>
  /** Replaces the hash if it still is `oldHash`, so that a password change at the same time wins. */
  replaceHash(userId: string, oldHash: string, newHash: string): Promise<boolean>
}
