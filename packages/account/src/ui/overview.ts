// The account page itself, and the choice among several accounts of one browser.
import type { ActivitySection } from './activity.ts'
import type { ApplicationsSection } from './applications.ts'
import type { ContactSection } from './contact.ts'
import type { AuthenticatorAppSection, PasswordSection, RecoveryCodesSection } from './factors.ts'
import type { DeletionSection } from './deletion.ts'
import type { IdentitiesSection } from './identities.ts'
import type { InvitationsSection } from './invitations.ts'
import type { PasskeysSection } from './passkeys.ts'
import type { ProfileSection } from './profile.ts'
import type { SessionsSection } from './sessions.ts'
import type { AccountPageBase } from './page.ts'

/** Shows the signed-in user, and a section for each composed part. */
export interface OverviewPage extends AccountPageBase {
  readonly kind: 'overview'
  readonly displayName: string
  readonly loginName: string
  readonly email?: { readonly address: string; readonly verified: boolean }
  readonly phone?: { readonly number: string; readonly verified: boolean }
  readonly organizationName: string
  readonly sections: readonly OverviewSection[]
  /** Path of the choice among the accounts of this browser; absent when there is one only. */
  readonly otherAccountPath?: string
}

/** A section of the account page. */
export type OverviewSection =
  | ActivitySection
  | ApplicationsSection
  | AuthenticatorAppSection
  | ContactSection
  | DeletionSection
  | IdentitiesSection
  | InvitationsSection
  | PasskeysSection
  | PasswordSection
  | ProfileSection
  | RecoveryCodesSection
  | SessionsSection

/** An account that is signed in to this browser. */
export interface AccountLink {
  readonly path: string
  readonly loginName: string
  readonly displayName: string
}

/** Asks which of the accounts of this browser to show, by links. */
export interface ChooseAccountPage {
  readonly kind: 'choose_account'
  readonly accounts: readonly AccountLink[]
}
