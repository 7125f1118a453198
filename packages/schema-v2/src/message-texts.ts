// Texts of mails and short messages, one entry per language. The limits of the format are in bytes, for short messages in characters.
import type * as v from 'valibot'
import { message, required } from './json/message.ts'
import { filledText, text, textOfBytes } from './json/text.ts'
import { presence } from './state.ts'

const mailFields = {
  language: required(filledText(200)),
  title: textOfBytes(2000),
  preHeader: textOfBytes(2000),
  subject: textOfBytes(2000),
  greeting: textOfBytes(4000),
  text: textOfBytes(40_000),
  buttonText: textOfBytes(4000),
  footerText: textOfBytes(8000),
  state: presence(),
}

/** Initialisation, password reset, verification of an address, domain claimed, passwordless registration, invitation, one-time code. */
export const mailTextSchema = message(mailFields)
/** What `mailTextSchema` reads. */
export type MailText = v.InferOutput<typeof mailTextSchema>

/** Verification of a phone number: shaped like a mail, sent as a short message. */
export const phoneTextSchema = message({ ...mailFields, text: text(800) })
/** What `phoneTextSchema` reads. */
export type PhoneText = v.InferOutput<typeof phoneTextSchema>

/** A one-time code that is sent as a short message. */
export const smsTextSchema = message({
  language: required(filledText(200)),
  text: text(800),
  state: presence(),
})
/** What `smsTextSchema` reads. */
export type SmsText = v.InferOutput<typeof smsTextSchema>

/** The members of the text of a mail that an organization can replace. */
export type MessageText = Omit<MailText, 'language' | 'state'>
