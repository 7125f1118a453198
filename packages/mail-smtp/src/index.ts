// Sends mails through an SMTP server.
export { mailSmtp } from './mail-smtp.ts'
export type { MailSmtpOptions } from './mail-smtp.ts'
