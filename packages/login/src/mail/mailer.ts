// The port of the mail server. `@symbolon/mail-smtp` implements it.

/** The recipient of a mail. Both members are plain text: an implementation must never let one of them become a list of recipients. */
export interface MailRecipient {
  readonly name: string
  /** As `mailAddress` returns it. */
  readonly address: string
}

/** What a mail is about. */
export type MailPurpose =
  | 'recovery'
  | 'invitation'
  | 'email_verification'
  | 'registration'
  /** Notifies the user of a change. */
  | 'notice'

/** An image that the HTML of a mail shows by `cid:<contentId>`. https://www.rfc-editor.org/rfc/rfc2392 */
export interface MailImage {
  readonly contentId: string
  readonly contentType: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

/** A mail to one recipient. */
export interface Mail {
  /** The same at every try. */
  readonly id: string
  readonly to: MailRecipient
  readonly subject: string
  /** The same content twice: as plain text, and as a whole HTML document. */
  readonly text: string
  readonly html: string
  /** The images that the HTML shows, to be sent along: mail programs load none from elsewhere, and show none from a `data:` address. */
  readonly images: readonly MailImage[]
  /** BCP 47. */
  readonly locale: string
  readonly purpose: MailPurpose
}

/** Hands mails to a mail server. */
export interface Mailer {
  /**
   * Sends a mail.
   *
   * @param stopping aborts when the provider closes and has waited long enough. A mailer that goes on delays the end of the process.
   * @returns `refused` when it can never be delivered, such as to an unknown mailbox. It is not sent again.
   * @throws Error for a failure that may pass: the mail is sent again later
   */
  send(mail: Mail, stopping: AbortSignal): Promise<'accepted' | 'refused'>
}
