// The texts of the pages about users.
import type { FactorMethod, UserState } from '@symbolon/core-protocol'

/** What can be done to several users. */
export type SelectedAct = 'deactivate' | 'lock' | 'activate' | 'remove'

type SelectedActs = Readonly<Record<SelectedAct, string>>

/** The texts of the pages about users. */
export interface UsersTexts {
  readonly people: string
  readonly machines: string
  readonly emptyPeople: string
  readonly emptyMachines: string
  readonly name: string
  readonly loginName: string
  readonly userName: string
  readonly email: string
  readonly verified: string
  readonly notVerified: string
  readonly state: string
  readonly states: Readonly<Record<UserState, string>>
  readonly anyState: string
  readonly searchHelp: string
  readonly addPerson: string
  readonly addMachine: string
  readonly createUser: string
  readonly firstName: string
  readonly lastName: string
  readonly nickName: string
  readonly displayName: string
  readonly language: string
  readonly languageHelp: string
  readonly phone: string
  readonly description: string
  readonly inviteHelp: string
  readonly id: string
  readonly created: string
  readonly tabs: {
    readonly label: string
    readonly profile: string
    readonly factors: string
    readonly sessions: string
    readonly grants: string
    readonly keys: string
    readonly tokens: string
    readonly memberships: string
    readonly history: string
  }
  /** One act on several users. */
  readonly selected: {
    readonly tick: (name: string) => string
    readonly all: string
    readonly choose: string
    readonly next: string
    readonly what: string
    readonly acts: SelectedActs
    readonly headings: SelectedActs
    readonly leads: SelectedActs
    readonly confirm: Readonly<Record<SelectedAct, (count: number) => string>>
    readonly done: Readonly<Record<SelectedAct, (count: number) => string>>
    readonly typeCount: (count: number) => string
    readonly otherCount: string
    readonly none: string
    readonly notAllowed: string
    readonly unchanged: string
    readonly back: string
  }
  readonly edit: string
  readonly save: string
  readonly invite: string
  readonly inviteTitle: (name: string) => string
  readonly inviteText: string
  readonly sendInvitation: string
  readonly reset: string
  readonly resetTitle: (name: string) => string
  readonly resetText: string
  readonly startReset: string
  readonly mailedTo: (address: string) => string
  readonly giveLink: string
  readonly linkOnce: string
  readonly validUntil: string
  readonly copy: string
  readonly back: string
  readonly deactivate: string
  readonly activate: string
  readonly lock: string
  readonly unlock: string
  readonly remove: string
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly removeTyped: string
  readonly removeOther: string
  readonly factors: {
    readonly empty: string
    readonly app: string
    readonly recoveryCodes: string
    readonly left: (count: number) => string
    readonly passkey: string
    readonly lastUsed: string
    readonly remove: string
    readonly removeTitle: (name: string) => string
    readonly removeText: string
    readonly lastWayIn: string
  }
  readonly sessions: {
    readonly empty: string
    readonly device: string
    readonly unknownDevice: string
    readonly network: string
    readonly since: string
    readonly lastUsed: string
    readonly proofs: string
    readonly methods: Readonly<Record<FactorMethod, string>>
    readonly end: string
    readonly endAll: string
    /** A session that ends cannot be brought back. */
    readonly final: string
  }
  readonly grants: {
    readonly empty: string
    readonly project: string
    readonly roles: string
    readonly give: string
    readonly rolesIn: (project: string) => string
    readonly noProject: string
    readonly noRoles: string
    readonly chooseRole: string
    readonly save: string
    readonly remove: string
  }
  readonly memberships: { readonly empty: string; readonly place: string; readonly roles: string; readonly instance: string }
  readonly history: { readonly empty: string; readonly at: string; readonly what: string }
}
