// The catalogue of the texts on the account page, by section. A language with a missing or an unknown text does not compile.
import type { AccountError, AccountNotice, ActivityKind } from '@symbolon/account'
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
  readonly profile: Readonly<
    Record<
      'heading' | 'name' | 'language' | 'languageOfBrowser' | 'edit' | 'title' | 'firstName' | 'lastName' | 'nickName' | 'save',
      string
    >
  >
  readonly contact: Readonly<
    Record<
      | 'heading'
      | 'lead'
      | 'changeEmail'
      | 'addEmail'
      | 'confirmEmail'
      | 'changePhone'
      | 'addPhone'
      | 'phoneTitle'
      | 'phoneLead'
      | 'phone'
      | 'savePhone',
      string
    >
  >
  readonly password: Readonly<Record<'heading' | 'set' | 'none' | 'change' | 'setFirst', string>> & {
    readonly changed: (time: string) => string
  }
  readonly authenticatorApp: Readonly<Record<'heading' | 'enrolled' | 'absent' | 'setUp' | 'replace' | 'remove', string>>
  readonly recoveryCodes: Readonly<Record<'heading' | 'few' | 'none' | 'make' | 'renew', string>> & {
    readonly left: (count: number) => string
  }
  readonly passkeys: Readonly<
    Record<'heading' | 'lead' | 'securityKey' | 'synced' | 'single' | 'add' | 'rename' | 'remove' | 'title' | 'name' | 'save', string>
  > & {
    readonly added: (time: string) => string
    readonly lastUsed: (time: string) => string
  }
  readonly identities: Readonly<Record<'heading' | 'lead' | 'none' | 'disconnect', string>> & {
    readonly connect: (name: Markup) => Markup
  }
  readonly applications: Readonly<Record<'heading' | 'lead' | 'revoke', string>> & { readonly since: (time: string) => string }
  readonly invitations: Readonly<Record<'heading' | 'lead' | 'accept' | 'decline' | 'suspended', string>>
  readonly activity: Readonly<Record<'heading' | 'lead' | 'more' | 'byAdministrator', string>> & {
    readonly times: (count: number) => string
    readonly kinds: Readonly<Record<ActivityKind, string>>
  }
  readonly deletion: Readonly<
    Record<'heading' | 'lead' | 'open' | 'title' | 'warning' | 'submit' | 'keep' | 'deletedTitle' | 'deletedText', string>
  > & { readonly confirm: (loginName: Markup) => Markup }
  /** The link from a page back to the account. */
  readonly back: string
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
  }
  readonly notices: Readonly<Record<AccountNotice, string>>
  readonly errors: Readonly<Record<AccountError, string>>
}
