// The section of the email address and the phone number, and the page that changes the number.
import type { AccountPageBase } from './page.ts'

/** Links to change the email address and the phone number, which the page itself shows. */
export interface ContactSection {
  readonly kind: 'contact'
  readonly hasEmail: boolean
  readonly hasPhone: boolean
  /** Absent where no mails are sent. */
  readonly emailPath?: string
  /** Confirms the address; absent where it is confirmed, or where no mails are sent. */
  readonly confirmPath?: string
  readonly phonePath: string
}

/** Asks for the phone number, in the field `phone`. An empty field removes it. */
export interface PhonePage extends AccountPageBase {
  readonly kind: 'phone_form'
  readonly action: string
  readonly phone: string
  /** Back to the account page. */
  readonly backPath: string
}
