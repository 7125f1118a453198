// The state of an object for which the format has none. An absent object is kept; STATE_REMOVED removes it.

import { STATE } from './enums.ts'
import type { State } from './enums.ts'
import { choice } from './json/enumeration.ts'
import type { LeafSchema } from './json/leaf.ts'
import { decisive, stricter } from './json/leaf.ts'

/** The state of an object. A malformed state is read as inactive. */
export function state(): LeafSchema<State> {
  return stricter(choice(...STATE), 'STATE_INACTIVE')
}

/**
 * The state of the roles that a user has in a project. `STATE_SUSPENDED`: an administrator of another organization changed the credentials of the
 * user. A malformed state is read as inactive.
 */
export function userGrantState(): LeafSchema<State | 'STATE_SUSPENDED'> {
  return stricter(choice(...STATE, 'STATE_SUSPENDED'), 'STATE_INACTIVE')
}

/** The states of a member of an organization, a project or a project grant. */
export const membershipStates = ['STATE_ACTIVE', 'STATE_INVITED', 'STATE_SUSPENDED', 'STATE_REMOVED'] as const

/**
 * The state of a membership. `STATE_INVITED`: the user has not accepted it. `STATE_SUSPENDED`: an administrator of another organization changed
 * the credentials of the user. Neither gives a right.
 */
export function membershipState(): LeafSchema<(typeof membershipStates)[number]> {
  return decisive(choice(...membershipStates))
}

/** For objects that only exist or do not exist: roles and metadata. */
export function presence(): LeafSchema<Exclude<State, 'STATE_INACTIVE'>> {
  return decisive(choice('STATE_ACTIVE', 'STATE_REMOVED'))
}
