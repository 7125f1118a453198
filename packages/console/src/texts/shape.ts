// Which texts the console has. Functions take names that users chose; the caller isolates them.
import type { AccessTokensTexts } from './shape/access-tokens.ts'
import type { ApplicationTexts } from './shape/applications.ts'
import type { BrandingTexts } from './shape/branding.ts'
import type { ClientKeysTexts } from './shape/client-keys.ts'
import type { CustomTextsTexts } from './shape/custom-texts.ts'
import type { DomainTexts } from './shape/domains.ts'
import type { FactsTexts } from './shape/facts.ts'
import type { FeaturesTexts, KeysTexts } from './shape/keys.ts'
import type { IdentityProviderTexts } from './shape/identity-providers.ts'
import type { MembersTexts } from './shape/members.ts'
import type { TrailTexts } from './shape/trail.ts'
import type { ProjectTexts } from './shape/projects.ts'
import type { PoliciesTexts } from './shape/policies.ts'
import type { TransferTexts } from './shape/transfer.ts'
import type { UsersTexts } from './shape/users.ts'

/** The texts of the console in one language. */
export interface Texts {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly skip: string
  readonly navigation: {
    readonly label: string
    readonly menu: string
    readonly instance: string
    readonly overview: string
    readonly members: string
    readonly policies: string
    readonly defaultPolicies: string
    readonly organizations: string
    readonly organization: string
    readonly events: string
    readonly features: string
    readonly keys: string
    readonly users: string
    readonly serviceUsers: string
  }
  readonly applications: ApplicationTexts
  readonly branding: BrandingTexts
  readonly projects: ProjectTexts
  /** What is wrong at a field, by the reason of the violation. */
  readonly reasons: Readonly<Record<string, string>>
  readonly removal: {
    /** Before the name that has to be typed. */
    readonly typed: string
    readonly name: string
    readonly otherName: string
    readonly remove: string
  }
  readonly account: string
  readonly signOut: string
  readonly signedIn: (name: string) => string
  /** What happened, above the page that follows a form. */
  readonly done: {
    readonly created: (name: string) => string
    readonly changed: (name: string) => string
    readonly removed: (name: string) => string
    readonly revoked: (name: string) => string
    readonly added: (name: string) => string
    readonly left: (name: string) => string
    readonly reset: (name: string) => string
    readonly deactivated: (name: string) => string
    readonly activated: (name: string) => string
    readonly locked: (name: string) => string
    readonly ended: (name: string) => string
    /** @param what happened, as a whole sentence */
    readonly several: (what: string) => string
    readonly undone: (name: string) => string
  }
  readonly undo: {
    readonly act: string
    readonly heading: string
    readonly question: (name: string) => string
    /** The object was changed again. */
    readonly overtaken: (name: string) => string
    /** A new object that is not removed by itself. */
    readonly referred: (name: string) => string
    readonly back: string
  }
  readonly errorsTitle: string
  /** A form came before the proof that it needs. */
  readonly proven: string
  /** The same, and the form is as it was typed. */
  readonly provenKept: string
  /** The token of the form was of an earlier session. */
  readonly lateForm: string
  /** Another user changed the object after the form was shown. */
  readonly overtaken: string
  /** What is stored instead of what was typed. */
  readonly storedNow: (value: string) => string
  /** Before the title of a page with errors. */
  readonly errorPrefix: string
  readonly list: {
    readonly next: string
    readonly first: string
    readonly search: string
    readonly changed: string
    readonly noMatch: string
    readonly dropFilter: string
  }
  readonly overview: {
    readonly heading: string
    readonly noRights: string
    readonly newApplication: string
    readonly inviteUser: string
    readonly organizations: string
  }
  readonly organizations: {
    readonly heading: string
    readonly empty: string
    readonly add: string
    readonly name: string
    readonly id: string
    readonly create: string
  }
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
  readonly search: {
    /** The name of the search over everything. */
    readonly find: string
    readonly placeholder: string
    readonly heading: string
    /** Before anything was typed. */
    readonly lead: string
    readonly nothing: (text: string) => string
    readonly users: string
    readonly machines: string
    readonly applications: string
    readonly projects: string
    readonly organizations: string
    readonly pages: string
  }
  readonly transfer: TransferTexts
  readonly policies: PoliciesTexts
  readonly users: UsersTexts
}
