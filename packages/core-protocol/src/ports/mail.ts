// Mails that wait to be sent. A request writes its mail to the outbox and never waits for a mail server, so neither the response nor its
// time tells whether there was somebody to write to. A task of the provider sends the mails later.

/** A mail in the outbox. */
export interface QueuedMail {
  /** Random, and the same at every try, so that a receiver recognizes a mail that arrives twice. */
  readonly id: string
  /** The sealed content, the recipient included. */
  readonly sealed: string
  /** The mailed code that it carries. The mail is dropped when the code is no longer of use. */
  readonly codeId?: string
  /** The time after which it is not sent any more. Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A mail that this caller sends. */
export interface ClaimedMail extends Pick<QueuedMail, 'id' | 'sealed'> {
  /** How often it was tried, this time included. */
  readonly tries: number
}

/** Stores mails until they are sent. */
export interface MailOutboxStore {
  /** Stores the mails, which are due at once, in one transaction. */
  add(mails: readonly QueuedMail[], now: number): Promise<void>
  /**
   * Takes at most `limit` of the mails that are due, those that have waited longest first, and counts a try for each. They are due again at
   * `until`, so that a mail whose process died is sent by another one. Of concurrent calls, one gets a mail.
   */
  claim(now: number, until: number, limit: number): Promise<readonly ClaimedMail[]>
  /** Sets when the mail is due again. */
  postpone(id: string, dueAt: number): Promise<void>
  /** Removes a mail that was sent, or that never will be. */
  remove(id: string): Promise<void>
  /** Removes at most `limit` expired rows. @returns the number of removed rows */
  deleteExpired(now: number, limit: number): Promise<number>
}
