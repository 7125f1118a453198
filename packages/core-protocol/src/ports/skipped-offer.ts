// Which offered steps of a sign-in users have skipped, so that they are not made at each sign-in.

/** Stores skipped offers, by user and name of the step. */
export interface SkippedOfferStore {
  /** When the user last skipped the offer, milliseconds since the epoch; undefined when that never happened. */
  find(userId: string, step: string): Promise<number | undefined>
  /** Remembers that the user skipped the offer now. */
  record(userId: string, step: string, now: number): Promise<void>
}
