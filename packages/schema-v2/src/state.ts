// The state that any object without one of the format's own may carry. Absence never removes an object, STATE_REMOVED does.

import { STATE } from './enums.ts'
import type { State } from './enums.ts'
import { choice } from './json/enumeration.ts'
import type { LeafSchema } from './json/leaf.ts'
import { decisive, stricter } from './json/leaf.ts'

/** The state of an object. One that cannot be read counts as inactive. */
export function state(): LeafSchema<State> {
  return stricter(choice(...STATE), 'STATE_INACTIVE')
}

/** For what is either there or not, with no state between: roles, members and metadata. */
export function presence(): LeafSchema<Exclude<State, 'STATE_INACTIVE'>> {
  return decisive(choice('STATE_ACTIVE', 'STATE_REMOVED'))
}
