// Browsers in which a user has completed a sign-in. They outlive the session: what strangers do to the user's name does not keep the user
// out of them. Only the digest of the cookie is stored.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#account-lockout

export interface KnownBrowser {
  readonly userId: string
  /** Digest of the cookie that the browser is given now. */
  readonly browser: string
  /** Digest of the cookie that it came with. */
  readonly previous: string | undefined
  /** Milliseconds since the epoch. */
  readonly usedAt: number
  readonly expiresAt: number
}

export interface KnownBrowserStore {
  /** Whether the user has completed a sign-in in the browser whose cookie has this digest. */
  knows(userId: string, browser: string, now: number): Promise<boolean>
  /**
   * Remembers the browser under its new digest, and moves what else was known under the digest before: after it the old cookie is worth
   * nothing. Of more than `limit` browsers of the user the ones that were used longest ago are forgotten. One transaction.
   */
  remember(known: KnownBrowser, limit: number): Promise<void>
  deleteExpired(now: number, limit: number): Promise<number>
}
