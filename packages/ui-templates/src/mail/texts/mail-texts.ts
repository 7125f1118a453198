// The catalogue of the texts of mails, by kind of mail. A language with a missing or an unknown text does not compile. `{{.Code}}` and the
// like are filled in when a mail is written, as in the texts of organizations.
import type { MessageKind, NoticeKind } from '@symbolon/login'

/** The text of one kind of mail. */
export interface MessageText {
  readonly subject: string
  /** The event, and what the user can do. */
  readonly text: string
  /** The link. */
  readonly button?: string
  /** What to do when the user expected no such mail. */
  readonly footer: string
}

/** All texts of one locale. */
export interface MailTexts {
  /** For the `lang` attribute: https://www.rfc-editor.org/rfc/rfc5646 */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly greeting: string
  /** Stands between a name and its value: some scripts have their own colon, and French a space before it. */
  readonly colon: string
  readonly code: string
  /** The service and the application that a mail is about. */
  readonly service: string
  readonly application: string
  readonly time: string
  /** The network address from which a change was made. */
  readonly place: string
  readonly messages: Readonly<Record<Exclude<MessageKind, NoticeKind>, MessageText>>
  /** The subject of each notice is complete without the text. */
  readonly notices: Readonly<Record<NoticeKind, string>>
  readonly noticeText: string
  /** Where the notice has no link. */
  readonly noticeFooter: string
  /** Where it has a link by which users report that they did not make the change. */
  readonly report: Required<Pick<MessageText, 'text' | 'button' | 'footer'>>
}
