// Secrets that a run over documents has generated and not told yet. They are stored, sealed, by the transaction that stores what they belong
// to, and removed once they were told. A run holds its own with a lease; those of a run that was killed are taken over by a later one.

/** What one transaction generated. */
export interface UntoldSecrets {
  /** Unique. */
  readonly id: string
  /** A unique text that identifies the run which tells them. */
  readonly holder: string
  /** Milliseconds since the epoch. A run that has not renewed its lease until then has died. */
  readonly leaseUntil: number
  /** Encrypted. */
  readonly content: string
}

/** Stores secrets that were not told. They are added by `DirectoryStore.apply`, as the record of a change. */
export interface UntoldSecretStore {
  /** Everything, without its content. */
  list(): Promise<readonly Omit<UntoldSecrets, 'content'>[]>
  /** Renews the lease of what a run still holds. */
  renew(holder: string, leaseUntil: number): Promise<void>
  /**
   * Gives what other runs have left to the holder. Of parallel calls, one gets each.
   * @param now what is not held beyond this time is taken over; undefined: everything, because no other process uses the database
   */
  takeOver(holder: string, now: number | undefined, leaseUntil: number): Promise<readonly UntoldSecrets[]>
  /** Removes what was told. What another run has taken over stays. */
  remove(holder: string, ids: readonly string[]): Promise<void>
}
