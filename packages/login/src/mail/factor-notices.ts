// What the parts that change second factors need to tell users of it.
import type { LoginMail } from './login-mail.ts'

/** Options of the parts that change second factors. */
export interface FactorNotices {
  /** Writes and sends the mails; without it none is sent. */
  readonly mail?: LoginMail | undefined
}
