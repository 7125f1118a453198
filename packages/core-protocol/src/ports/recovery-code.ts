// Recovery codes: each replaces a second factor once, for a user who has lost it. They have 50 random bits and are stored as HMAC under the
// master key, so that a stolen database holds none. https://pages.nist.gov/800-63-4/sp800-63b.html (look-up secrets)
import type { User } from './user.ts'

/** The recovery codes of a user. */
export interface RecoveryCodeSet {
  /** The number of unused codes. */
  readonly left: number
  /** When the user confirmed that they are saved, milliseconds since the epoch. */
  readonly confirmedAt: number
}

/** A draft of the kind `recovery_codes` that the user has saved. */
export interface SavedRecoveryCodes {
  readonly userId: string
  /** The browser of the draft. */
  readonly browser: string
  /** The sealed text of the draft, as it was found. */
  readonly sealed: string
  /** The HMAC of each code. */
  readonly digests: readonly string[]
  /** The user as read with the proof: a new password or a lock since then ends the draft. */
  readonly seen: Pick<User, 'createdAt' | 'timesEnded'>
}

/** Stores recovery codes. */
export interface RecoveryCodeStore {
  /** undefined when the user never had any. */
  find(userId: string): Promise<RecoveryCodeSet | undefined>
  /**
   * Replaces all codes of the user by those of the draft, and removes the draft. One transaction. For parts that declare `factorDrafts` too.
   * @returns false, with nothing changed, when the draft has ended or the user is not as seen
   */
  replace(saved: SavedRecoveryCodes, now: number): Promise<boolean>
  /** Uses a code up. @returns false when the user has no such code; of parallel calls one gets true */
  use(userId: string, digest: string): Promise<boolean>
  /** Removes all codes of the user. */
  remove(userId: string): Promise<void>
}
