// Mails that wait to be sent. A request writes its mail to the outbox and never waits for a mail server, so neither the response nor its
// time reveals whether a recipient exists. A task of the provider sends the mails later.

import type { MessageText, MessageTextList } from '@symbolon/schema-v2'

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

/** Identifies one claim of a mail. */
export type MailClaim = Pick<ClaimedMail, 'id' | 'tries'>

/** Stores mails until they are sent. */
export interface MailOutboxStore {
  /** Stores the mails, which are due at once, in one transaction. */
  add(mails: readonly QueuedMail[], now: number): Promise<void>
  /**
   * Takes at most `limit` of the mails that are due, those that have waited longest first, and counts a try for each. They are due again at
   * `until`, so that another process sends a mail whose process died. Of concurrent calls, one gets a mail.
   */
  claim(now: number, until: number, limit: number): Promise<readonly ClaimedMail[]>
  /** Sets when the mail is due again, unless it was claimed again meanwhile. */
  postpone(claim: MailClaim, dueAt: number): Promise<void>
  /** Removes a mail that was sent or never will be, unless it was claimed again meanwhile: then the new holder decides. */
  remove(claim: MailClaim): Promise<void>
  /** Removes at most `limit` expired rows. @returns the number of removed rows */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** What a mailed code is good for. A code of one purpose is never accepted for another. */
export type MailedCodePurpose = 'recovery' | 'invitation' | 'email_verification' | 'email_change' | 'registration' | 'change_report'

/**
 * A flow that waits for a mailed code. It holds one code at a time, so that an older code ends with the next one. Flows of unknown users are
 * stored as well, with a digest that no code has.
 */
export interface MailedCode {
  /** Random: names the flow in forms and links. */
  readonly id: string
  readonly purpose: MailedCodePurpose
  /** A keyed digest of purpose, id and code. */
  readonly digest: string
  /** What the flow is about, sealed. */
  readonly sealed: string
  /** When the code was sent. Milliseconds since the epoch. */
  readonly sentAt: number
  readonly expiresAt: number
}

/** A flow before it is stored. */
export interface NewMailedCode extends MailedCode {
  /** Of the flows with this value the newest alone is kept: it takes the place of an earlier one, whose id is of no use any more. Holds no name. */
  readonly newestOf?: string
}

/** A flow as it is stored. */
export interface StoredMailedCode extends MailedCode {
  /** Wrong codes that may still be typed. */
  readonly triesLeft: number
  /** When the right code was typed; absent before. Milliseconds since the epoch. */
  readonly provenAt?: number
}

/** How many mails may be sent that are counted under one key. */
export interface MailLimit {
  /** Holds no name and no address. */
  readonly key: string
  /** The largest number within `period`. */
  readonly limit: number
  /** Milliseconds. */
  readonly period: number
  /** The shortest time between two mails, milliseconds. */
  readonly gap: number
}

/** Stores flows that wait for a mailed code, and counts the mails that people ask for. */
export interface MailedCodeStore {
  /**
   * Stores a flow with its first code, or the next code of a flow, together with its mail: one transaction. Mails of earlier codes of the flow,
   * and of the flow whose place it takes, that still wait are dropped.
   * @param seen the flow as the caller saw it; undefined for a new one. With `codeStays` the same is written, but the earlier code goes on to
   *   work: its digest, its tries, what the flow is about and the mail that still waits stay
   * @returns false, with nothing changed, when the flow is no longer as seen; of parallel calls one gets true
   */
  issue(
    code: NewMailedCode,
    mail: QueuedMail,
    seen: (Pick<StoredMailedCode, 'sentAt'> & { readonly codeStays?: boolean }) | undefined,
  ): Promise<boolean>
  find(id: string, now: number): Promise<StoredMailedCode | undefined>
  /**
   * Compares a code, and counts a try if it is wrong: one conditional statement. At most `mailedCodeTries` wrong codes are compared, whatever
   * runs in parallel. A right code is right once.
   * @returns `dead` when the flow has expired, has no tries left, or was proven before
   */
  attempt(id: string, digest: string, now: number): Promise<'right' | 'wrong' | 'dead'>
  /** Replaces what a proven flow is about. @returns false when there is no such flow */
  update(id: string, sealed: string, now: number): Promise<boolean>
  /** Removes and returns a proven flow. Of parallel calls one gets it, so a code completes one flow once. */
  take(id: string, now: number): Promise<StoredMailedCode | undefined>
  /** Removes a flow, proven or not, and the mails that carry its code. */
  remove(id: string): Promise<void>
  /** Removes the flow that was begun with this value (`newestOf`), and the mails that carry its code. */
  removeNewest(newestOf: string): Promise<void>
  /**
   * Counts a mail unless the limit is reached. Parallel calls never exceed it.
   * @returns undefined when it was counted; otherwise when the next one will be, milliseconds since the epoch
   */
  admit(limit: MailLimit, now: number): Promise<number | undefined>
  /** Removes at most `limit` expired rows. @returns the number of removed rows */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** The number of wrong codes after which a mailed code is of no use. */
export const mailedCodeTries = 5

/** Finds the texts of mails that organizations have set. */
export interface MessageTextStore {
  /** @param language the primary language subtag: `de` finds `de` and, without it, `de-CH` */
  /** @returns the texts of the organization, and those of the instance where it has none */
  find(orgId: string, list: MessageTextList, language: string): Promise<MessageText | undefined>
  /**
   * Finds out which domains an organization holds: texts in its mails may lead there.
   * @param among in ASCII and lower case
   * @returns the domains among them that the organization has verified and not switched off
   */
  verifiedDomains(orgId: string, among: readonly string[]): Promise<readonly string[]>
}
