// Which texts the console has. Functions take names that users chose; the caller isolates them. The types follow from the English texts.
import type { AccessTokensTexts } from './en/access-tokens.ts'
import type { ApplicationTexts } from './en/applications.ts'
import type { BrandingTexts } from './en/branding.ts'
import type { ClientKeysTexts } from './en/client-keys.ts'
import type { CustomTextsTexts } from './en/custom-texts.ts'
import type { DomainTexts } from './en/domains.ts'
import type { FactsTexts } from './en/facts.ts'
import type { FeaturesTexts, KeysTexts } from './en/keys.ts'
import type { IdentityProviderTexts } from './en/identity-providers.ts'
import type { MembersTexts } from './en/members.ts'
import type { TrailTexts } from './en/trail.ts'
import type { ProjectTexts } from './en/projects.ts'
import type { PoliciesTexts } from './shape/policies.ts'
import type { TransferTexts } from './en/transfer.ts'
import type { UsersTexts } from './en/users.ts'
import type { GeneralTexts } from './en/general.ts'

/** The texts of the console in one language. */
export interface Texts extends GeneralTexts {
  readonly applications: ApplicationTexts
  readonly branding: BrandingTexts
  readonly projects: ProjectTexts
  /** The error of a field, by the reason of the violation. */
  readonly reasons: Readonly<Record<string, string>>
  readonly members: MembersTexts
  readonly accessTokens: AccessTokensTexts
  readonly clientKeys: ClientKeysTexts
  readonly customTexts: CustomTextsTexts
  readonly domains: DomainTexts
  readonly facts: FactsTexts
  readonly features: FeaturesTexts
  readonly identityProviders: IdentityProviderTexts
  readonly keys: KeysTexts
  readonly trail: TrailTexts
  readonly transfer: TransferTexts
  readonly policies: PoliciesTexts
  readonly users: UsersTexts
}
