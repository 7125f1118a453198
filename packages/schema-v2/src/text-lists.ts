// The lists of texts: those of the login pages, and those of each message. An organization and the instance have the same ones.
import { list } from './json/list.ts'
import { loginTextsSchema } from './login-texts.ts'
import { mailTextSchema, phoneTextSchema, smsTextSchema } from './message-texts.ts'

/** The schema of each list. */
export const textListSchemas = {
  loginTexts: list(loginTextsSchema),
  initMessages: list(mailTextSchema),
  passwordResetMessages: list(mailTextSchema),
  verifyEmailMessages: list(mailTextSchema),
  verifyPhoneMessages: list(phoneTextSchema),
  verifySmsOtpMessages: list(smsTextSchema),
  verifyEmailOtpMessages: list(mailTextSchema),
  domainClaimedMessages: list(mailTextSchema),
  passwordlessRegistrationMessages: list(mailTextSchema),
  inviteUserMessages: list(mailTextSchema),
}

/** The name of a list of texts. An entry of it is identified by its language. */
export type TextListMember = keyof typeof textListSchemas

/** The names of the lists of texts, in the order of the document. */
export const textListMembers = Object.keys(textListSchemas) as readonly TextListMember[]

/** The lists of the texts of mails that this product sends. */
export type MessageTextList = Extract<
  TextListMember,
  'initMessages' | 'passwordResetMessages' | 'verifyEmailMessages' | 'inviteUserMessages'
>
