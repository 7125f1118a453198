// The memory of a run between its transactions, as data that a journal can store: the state of a run is rebuilt from it.
import type { OrgNaming } from '../desired/default-domain.ts'
import type { Existence } from '../plan/existence.ts'
import type { Plan } from '../plan/plan-changes.ts'
import type { Accepted } from '../plan/rights.ts'
import type { SignInEvent } from '../forecast/planned-sign-ins.ts'

/** What a run knows of the domains of an organization, as data. */
export interface DomainMemory extends DomainState {
  readonly orgId: string
}

/** What a run knows of the domains of one organization. */
export interface DomainState {
  readonly naming: OrgNaming
  /** Whether it may have no primary domain yet. */
  readonly open: boolean
  /** Whether a domain was made primary, unless a later change undid it. */
  readonly having: boolean
  /** Whether the run has settled a domain of it. */
  readonly listed: boolean
}

type AcceptedResource = NonNullable<ReturnType<Accepted['get']>>

/** What a transaction adds to the memory of its run. An absent member adds nothing. */
export interface RunMemory {
  readonly existences?: readonly (readonly [name: string, existence: Existence])[]
  /** Unique values and the objects that have them. */
  readonly held?: readonly (readonly [value: string, name: string])[]
  readonly accepted?: readonly (readonly [name: string, resource: AcceptedResource])[]
  readonly failedOrgs?: readonly string[]
  readonly domains?: readonly DomainMemory[]
  readonly signIns?: readonly SignInEvent[]
}

/** The names (`nameOfResource`) of applications and of project grants. */
const placing = /^(?:oidcApp|apiApp|projectGrant) /

/**
 * The facts that later plans need and that the storage does not know: every object in a dry run, otherwise the objects that the document
 * removes, and users of other organizations whose ids the document uses.
 */
export function memoryOfPlan(plan: Plan, dryRun: boolean): RunMemory {
  const existences = [...plan.existences].filter(([, { state }]) => dryRun || state === 'removed' || state === 'foreign')
  const held = dryRun ? [...plan.held.byValue] : []
  const accepted = dryRun ? [...plan.accepted].filter(([name]) => placing.test(name)) : []
  return {
    ...(existences.length === 0 ? {} : { existences }),
    ...(held.length === 0 ? {} : { held }),
    ...(accepted.length === 0 ? {} : { accepted }),
  }
}
