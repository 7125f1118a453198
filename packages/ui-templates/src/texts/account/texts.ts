// The catalogue of the texts on the account page, by section. A language with a missing or an unknown text does not compile.
import type { AccountError, AccountNotice } from '@symbolon/account'
import type { Markup } from '../../html/markup.ts'

/** All texts of the account page in one language. */
export interface AccountTexts {
  readonly title: string
  readonly chooseAccount: string
  readonly otherAccount: string
  readonly person: {
    readonly heading: string
    readonly loginName: string
    readonly email: string
    readonly phone: string
    readonly organization: string
    /** Follows an address or a number that the user has not proved. */
    readonly unverified: string
  }
  readonly sessions: {
    readonly heading: string
    readonly lead: string
    readonly device: (browser: string, system: string) => string
    readonly unknownDevice: string
    /** Marks the session in which the page is shown. */
    readonly current: string
    readonly signedIn: (time: string) => string
    readonly lastUsed: (time: string) => string
    readonly network: (network: Markup) => Markup
    readonly end: string
    readonly endOthers: string
    readonly more: (count: number) => string
  }
  readonly notices: Readonly<Record<AccountNotice, string>>
  readonly errors: Readonly<Record<AccountError, string>>
}
