// The texts of the pages about texts of one's own.
import type { MessageText, MessageTextList, TextScreen } from '@symbolon/core-protocol'

/** A list of documents whose texts are shown to people. */
export type TextList = MessageTextList | 'loginTexts'

/** A member of the text of a mail. */
export type MailMember = keyof MessageText

/** The texts about texts of pages and mails. */
export interface CustomTextsTexts {
  readonly heading: string
  readonly lead: string
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
  /** Before the text that holds without one's own. */
  readonly inherited: string
  readonly save: string
  readonly reset: string
  readonly resetLead: string
}
