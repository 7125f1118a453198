// The people of an organization, as the forecast of sign-ins reads them.
import type { UserState } from './user.ts'

/** A person of an organization, with what begins a sign-in. */
export interface PersonCredentials {
  readonly userId: string
  readonly state: UserState
  readonly password: boolean
  /** The credential ids of the passkeys that `isSoleFactor`. */
  readonly passkeys: readonly string[]
  readonly links: readonly PersonLink[]
}

/** An account of a person at an identity provider. */
export interface PersonLink {
  readonly idpId: string
  readonly providedUserId: string
  /** The issuer under which the link was made, if it is known. */
  readonly issuer?: string
}

/** Some people of an organization. `next`: where the next page begins; absent on the last one. */
export interface PeoplePage {
  readonly people: readonly PersonCredentials[]
  readonly next?: string
}
