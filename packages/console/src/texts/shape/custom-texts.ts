// The texts of the pages about texts of one's own.
import type { MessageText, MessageTextList, TextScreen } from '@symbolon/core-protocol'

/** A list of documents whose texts are shown to people. */
export type TextList = MessageTextList | 'loginTexts'

/** A member of the text of a mail. */
export type MailMember = keyof MessageText

/** The texts about texts of pages and mails. */
export interface CustomTextsTexts {
  readonly heading: string
  readonly leads: Readonly<Record<'instance' | 'organization', string>>
  readonly where: string
  readonly languages: string
  /** How many texts replace ours. */
  readonly own: (count: number) => string
  readonly lists: Readonly<Record<TextList, { readonly label: string; readonly help: string }>>
  /** Above the form for pages, and above that for mails. */
  readonly pagesLead: string
  readonly mailLead: string
  readonly screens: Readonly<Record<TextScreen, string>>
  readonly members: Readonly<Record<MailMember, string>>
  /** Before the built-in text that holds without one's own. */
  readonly inherited: string
  /** Before the text of the instance that holds without one's own. */
  readonly ofInstance: string
  /** The instance has texts, and the organization none. */
  readonly asWhole: string
  readonly preview: string
  /** The choice of the page that is previewed. */
  readonly previewed: string
  readonly pages: Readonly<Record<'login_name' | 'one_time_code' | 'password' | 'signed_out', string>>
  readonly save: string
  readonly reset: string
  readonly resetLeads: Readonly<Record<'instance' | 'organization', string>>
}
