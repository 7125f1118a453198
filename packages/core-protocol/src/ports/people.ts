// The people of an organization, as the forecast of sign-ins reads them.
import type { UserState } from './user.ts'

/** A person of an organization, with what begins a sign-in. */
export interface PersonCredentials {
  readonly userId: string
  readonly state: UserState
  readonly password: boolean
  /** A passkey that `isSoleFactor`. */
  readonly passkey: boolean
  /** The accounts at identity providers. `issuer`: under which the link was made, if it is known. */
  readonly links: readonly { readonly idpId: string; readonly issuer?: string }[]
}

/** Some people of an organization. `next`: where the next page begins; absent on the last one. */
export interface PeoplePage {
  readonly people: readonly PersonCredentials[]
  readonly next?: string
}
