// Password hashes. Tries against them are counted in `SignInAttemptStore`.

export interface Password {
  readonly userId: string
  readonly hash: string
}

export interface PasswordStore {
  find(userId: string): Promise<Password | undefined>
  /** About how many milliseconds the slowest hash takes that came with a document, as long as it is there; 0 when there is none. */
  slowest(): Promise<number>
  /** Replaces the hash if it still is `oldHash`, so that a password change at the same time wins. */
  replaceHash(userId: string, oldHash: string, newHash: string): Promise<boolean>
}
