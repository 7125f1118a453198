// Secrets that a run over documents has generated and not delivered to the operator yet. The transaction that stores their objects stores them,
// encrypted; the run removes them after delivery. A run holds its secrets with a lease; a later run takes over the secrets of a killed run.

/** What one transaction generated. */
export interface PendingSecrets {
  /** Unique. */
  readonly id: string
  /** Identifies the run that delivers them; unique. */
  readonly holder: string
  /** Milliseconds since the epoch. A run that has not renewed its lease until then has died. */
  readonly leaseUntil: number
  /** Encrypted. */
  readonly content: string
}

/** Stores secrets that are not delivered yet. `DirectoryStore.apply` adds them, as the record of a change. */
export interface PendingSecretStore {
  /** All of them, without their content. */
  list(): Promise<readonly Omit<PendingSecrets, 'content'>[]>
  /** Renews the lease of the secrets that a run still holds. */
  renew(holder: string, leaseUntil: number): Promise<void>
  /**
   * Transfers the secrets of other runs to the holder. Of parallel calls exactly one gets each.
   * @param now leases that end by then are taken over; undefined: all of them, because no other process uses the database
   */
  takeOver(holder: string, now: number | undefined, leaseUntil: number): Promise<readonly PendingSecrets[]>
  /** Removes delivered secrets. Secrets that another run has taken over stay. */
  remove(holder: string, ids: readonly string[]): Promise<void>
}
