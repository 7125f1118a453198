// Which texts the pages of members have.
import type { RoleName } from '@symbolon/permissions'

/** The texts about members. */
export interface MembersTexts {
  readonly heading: string
  /** What members are, above the list. */
  readonly lead: Readonly<Record<'instance' | 'organization' | 'project', string>>
  readonly empty: string
  readonly add: string
  readonly addSubmit: string
  readonly user: string
  readonly userHelp: string
  readonly roles: string
  readonly rolesHelp: string
  readonly legend: string
  readonly change: string
  readonly save: string
  readonly you: string
  readonly serviceUser: string
  readonly notActive: string
  /** The user has not accepted the roles. */
  readonly invited: string
  /** The roles do not count until they are confirmed. */
  readonly suspended: string
  readonly accept: string
  readonly acceptLead: string
  readonly confirm: string
  readonly confirmLead: string
  readonly remove: string
  readonly removeLead: (name: string) => string
  readonly leave: string
  readonly leaveLead: (place: string) => string
  /** What each role allows, in one sentence. */
  readonly allows: Readonly<Record<RoleName, string>>
  /** Of a stored role that this release does not know. */
  readonly allowsNothing: string
  /** Why a role is not the visitor's to give or take. */
  readonly refused: {
    readonly role: (roles: string) => string
    readonly self: string
  }
  readonly errors: {
    readonly unknownUser: string
    readonly ambiguousUser: string
    readonly already: string
    readonly noRole: string
  }
}
