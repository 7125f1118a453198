// The port of the mail templates: the content of each mail, as data. The templates write it in the language of the recipient and decide nothing.
import type { BrandColours, MessageText } from '@symbolon/schema-v2'
import type { Locale } from '../ui/ui.ts'

/** A change of which the owner of the account is notified. */
export type NoticeKind =
  | 'password_changed'
  | 'email_changed'
  | 'passkey_added'
  | 'passkey_removed'
  /** With a new password: the authenticator app, the recovery codes and the passkeys. */
  | 'factors_removed'
  | 'identity_connected'
  | 'identity_disconnected'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'recovery_codes_created'
  | 'recovery_code_used'

/** The purpose of a mail. */
export type MessageKind =
  /** The code to set a new password. */
  | 'recovery'
  /** The answer to such a request for an account that has no password. */
  | 'recovery_without_password'
  /** The link by which an invited user sets the first password. */
  | 'invitation'
  /** The link by which a user sets a new password, issued by an administrator. */
  | 'password_link'
  /** The code that proves the address of an account. */
  | 'email_verification'
  /** The answer to a user who wants an address that another account has. */
  | 'email_in_use'
  /** The code that proves the address of a new account. */
  | 'registration'
  /** The answer to a registration with an address that an account has already. */
  | 'registration_existing'
  /** The last mail of an account that its owner has deleted. */
  | 'account_deleted'
  | NoticeKind

/** The branding of a mail. */
export interface MailBrand {
  readonly colours: BrandColours
  /** The content id of the logo, which the mail carries; absent where there is none that mail programs show. */
  readonly logo?: string
}

/** A mail before it is written. */
export interface Message {
  readonly kind: MessageKind
  /** The host of the issuer, as the name of the service. */
  readonly serviceName: string
  /** The application that the user signs in to. */
  readonly applicationName?: string
  readonly code?: string
  /** An address of this server. */
  readonly link?: string
  /** When and where a change was made: milliseconds since the epoch, and a network address. */
  readonly at?: number
  readonly place?: string
  /** The values for `{{.Name}}` in texts, by name. They come from users, and are already without addresses and line breaks. */
  readonly placeholders: Readonly<Record<string, string>>
  /** The branding of the organization of the user. */
  readonly brand?: MailBrand
  /** The texts that the organization of the user has set, instead of the built-in ones. */
  readonly custom?: MessageText
}

/** A mail as it is written. */
export interface MessageContent {
  readonly subject: string
  readonly text: string
  /** A whole HTML document. */
  readonly html: string
}

/** Writes mails. `@symbolon/ui-templates` implements it. */
export interface MailTemplates {
  /** The languages that it has texts for. */
  readonly locales: readonly Locale[]
  write(message: Message, locale: Locale): MessageContent
}
