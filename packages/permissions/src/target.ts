// The user whom an action is about.
import type { Given } from './caller.ts'

/** The user whom an action is about: the user, or the owner of the token, key, factor or session. */
export interface Target {
  readonly userId: string
  /** All of the user, whether or not they count now. */
  readonly memberships: readonly Given[]
}
