// What a sign-in is checked against: password hashes, failed attempts, and browsers that a user has signed in with. A failed attempt is
// counted before the secret is compared, so that parallel guesses cannot exceed the limit.
// https://www.rfc-editor.org/rfc/rfc4226#section-7.3,
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-lockout

import type { RoleSuspension, User } from './user.ts'

/** Failed sign-in attempts that are counted together. */
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
  /** The result of `find`; undefined when it found nothing. */
  readonly seen: SignInAttempts | undefined
  /**
   * What was guessed. Codes of every kind (of an authenticator app, of recovery, of a mail) are counted together, so that an attacker cannot
   * go on with another kind.
   */
  readonly method: 'password' | 'code'
  /** Set where the count ends with an administrator's lock, and with a new password or a new authenticator app of a document. */
  readonly userId?: string
  /** The time after which the count is no longer used. Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Counts failed sign-in attempts: per user, per typed name, and per known browser. Names of users and other names take the same
 * statements, so that neither responses nor their time distinguish them.
 */
export interface SignInAttemptStore {
  find(key: string): Promise<SignInAttempts | undefined>
  /**
   * Counts one try under all these keys, if each count still is what the caller saw. One transaction: all or none.
   * @returns whether it was counted; of parallel calls that saw the same count one gets true
   */
  begin(attempts: readonly SignInAttempt[]): Promise<boolean>
  /**
   * Records a successful attempt in one transaction.
   * @param withdrawn attempts that are removed; earlier and concurrent ones stay
   * @param cleared keys under which all attempts are removed
   */
  settle(withdrawn: readonly SignInAttempt[], cleared: readonly string[]): Promise<void>
  /** Removes at most `limit` expired rows. @returns the number of removed rows */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** The password hash of a user. */
export interface Password {
  readonly userId: string
  readonly hash: string
  /** When it was set, or imported. Milliseconds since the epoch; absent when an earlier release set it and did not record the time. */
  readonly changedAt?: number
}

/** A new password. */
export interface NewPassword {
  readonly userId: string
  readonly hash: string
  /** What the caller saw: this hash, or none. `any` replaces whatever there is. */
  readonly replaces: { readonly hash: string } | 'none' | 'any'
  /**
   * The user as read with the proof. Nothing is set if everything of the user was ended since, by a lock or by another password, or if another
   * user got the id. `any` is for callers that need no proof.
   */
  readonly seen: Pick<User, 'createdAt' | 'timesEnded'> | 'any'
  /** Whether the authenticator app, the recovery codes, the passkeys and the unfinished set-ups of the user are removed as well. */
  readonly removesFactors?: boolean
  /** Whether no browser is known for the user any more (`KnownBrowserStore`): another person may have signed in there. */
  readonly forgetsBrowsers?: boolean
  /** The roles of other organizations to suspend with it, where an administrator may have set the password. */
  readonly suspends?: Omit<RoleSuspension, 'userId'>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Stores password hashes. Attempts are counted in `SignInAttemptStore`. */
export interface PasswordStore {
  find(userId: string): Promise<Password | undefined>
  /** About how many milliseconds the slowest hash takes that came with a document, as long as it is there; 0 when there is none. */
  slowest(): Promise<number>
  /** Replaces the hash of the same password if it still is `oldHash`, so that a password change at the same time wins. */
  replaceHash(userId: string, oldHash: string, newHash: string): Promise<boolean>
  /**
   * Sets a new password, if the stored one and the user still are what the caller saw. In the same transaction, everything ends that was opened with the
   * old one, failed attempts against it are forgotten, and no new password is demanded any more. A first password ends nothing, unless it removes the factors.
   * @returns the user as of then, of whom a session gets its new validity if it is to live on; undefined when nothing was changed: another
   *   call was first, there is no such person, or without the removed factors no owner of the instance could sign in. Of parallel calls that saw the same password one gets a user.
   */
  set(password: NewPassword): Promise<User | undefined>
}

/** A browser in which a user has completed a sign-in. It outlives the session: failed attempts of others do not block the user there. */
export interface KnownBrowser {
  readonly userId: string
  /** Identifies the browser for this user from the first sign-in in it on: random, and not used where the user is known in it already. */
  readonly id: string
  /** Digest of the cookie that the browser is given now. */
  readonly browser: string
  /** Digest of the cookie that it came with. */
  readonly previous: string | undefined
  /** Milliseconds since the epoch. */
  readonly usedAt: number
  readonly expiresAt: number
}

/** Stores known browsers, by the digest of their cookie. */
export interface KnownBrowserStore {
  /**
   * Finds the browser whose cookie has this digest. Its id stays when the cookie is replaced, for every user who signs in there.
   * @returns its id for this user; undefined when the user has completed no sign-in in it
   */
  find(userId: string, browser: string, now: number): Promise<string | undefined>
  /**
   * Stores the browser under its new digest, and moves the other entries of the old digest, so that the old cookie becomes invalid. If the
   * user has more than `limit` browsers, the least recently used ones are removed. One transaction.
   */
  remember(known: KnownBrowser, limit: number): Promise<void>
  deleteExpired(now: number, limit: number): Promise<number>
}
