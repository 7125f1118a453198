// Mails on their way through the outbox: sealed when a request writes them, opened when they are sent. A copy of the database holds neither
// the codes nor the addresses of the mails that wait.
import type { Context, QueuedMail } from '@symbolon/core-protocol'
import * as v from 'valibot'
import type { Mail } from './mailer.ts'

const mailPurposes = ['recovery', 'invitation', 'email_verification', 'registration', 'notice'] as const

const contentSchema = v.object({
  // Absent in a mail without a recipient. It passes through the outbox all the same, so that no response reveals whether there was a recipient.
  to: v.optional(v.object({ name: v.string(), address: v.string() })),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  // The name of the image. Its bytes are read when the mail is sent.
  logo: v.optional(v.string()),
  locale: v.string(),
  purpose: v.picklist(mailPurposes),
  recipient: v.optional(v.object({ userId: v.string(), orgId: v.string() })),
})

/** A mail before it is queued. Without `to` it is queued like any other, and dropped instead of sent. */
export interface OutgoingMail extends Omit<Mail, 'id' | 'to' | 'images'> {
  /** The name of the image that the HTML shows by `logoContentId`. */
  readonly logo?: string | undefined
  readonly to: Mail['to'] | undefined
  /** The user whom it is for; absent for an address that no user has. */
  readonly recipient?: MailedUser | undefined
}

/** The mail of a code or a link that is delivered in another way, such as in print: it is queued and dropped. */
export const withoutRecipient: OutgoingMail = { to: undefined, subject: '', text: '', html: '', locale: 'en', purpose: 'notice' }

/** The user whom a mail is for. */
export interface MailedUser {
  readonly userId: string
  readonly orgId: string
}

/** A mail as it was queued. */
export interface OpenedMail {
  readonly mail: Omit<Mail, 'images'>
  readonly recipient: MailedUser | undefined
  readonly logo: string | undefined
}

/** The content id of the logo in a mail. */
export function logoContentId(issuer: string): string {
  return `logo@${new URL(issuer).hostname}`
}

/** Seals a mail for the outbox. @param limits how long it may wait, and the code that it carries */
export async function sealMail(
  mail: OutgoingMail,
  limits: Pick<QueuedMail, 'codeId' | 'expiresAt'>,
  { sealing, randomToken }: Pick<Context, 'sealing' | 'randomToken'>,
): Promise<QueuedMail> {
  const id = randomToken()
  const { to, ...content } = mail
  return { id, sealed: await sealing.seal(JSON.stringify({ ...content, ...(to === undefined ? {} : { to }) }), purposeOf(id)), ...limits }
}

/**
 * Opens a mail of the outbox.
 *
 * @returns undefined for a mail without a recipient
 * @throws Error when the content was sealed under another key
 */
export async function openMail(id: string, sealed: string, { sealing }: Pick<Context, 'sealing'>): Promise<OpenedMail | undefined> {
  const { to, recipient, logo, ...content } = v.parse(contentSchema, JSON.parse(await sealing.open(sealed, purposeOf(id))))
  return to === undefined ? undefined : { mail: { ...content, id, to }, recipient, logo }
}

function purposeOf(id: string): string {
  return `mail ${id}`
}
