// The decision of a plan about each object.
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'

/**
 * The action for a resource. `conflict`: it differs and may not be updated. `skip`: it belongs to another organization, or an earlier
 * entry settled it.
 */
export type PlannedAction = 'create' | 'update' | 'same' | 'remove' | 'conflict' | 'invalid' | 'skip'

/** A resource with the decision about it. */
export interface PlannedResource {
  readonly prepared: PreparedResource
  readonly action: PlannedAction
  readonly changed: readonly string[]
  readonly problem?: Problem
}
