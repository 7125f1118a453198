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

/** For objects that only exist or do not exist: roles, members and metadata. */
export function presence(): LeafSchema<Exclude<State, 'STATE_INACTIVE'>> {
  return decisive(choice('STATE_ACTIVE', 'STATE_REMOVED'))
}
