// What one run over a document knows while it goes from transaction to transaction. It grows with the organizations of the document and
// with what the document removes, not with what it holds; a dry run alone remembers every object, because the storage does not.
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { ClaimsInHand } from '../plan/claims.ts'
import type { Plan } from '../plan/plan-changes.ts'
import type { Standing } from '../plan/standing.ts'
import type { ApplyContext } from './apply-context.ts'
import type { Turns } from './turns.ts'

export interface Run {
  readonly context: ApplyContext
  readonly dryRun: boolean
  readonly update: boolean
  readonly turns: Turns
  readonly standings: Map<string, Standing>
  readonly claims: ClaimsInHand
  /** Every object that was settled, where the document stands in memory anyway: an entry that comes twice is told from a change. */
  readonly seen: Map<string, DesiredResource> | undefined
  /** Organizations that the storage failed to begin: nothing of them is tried any more. */
  readonly failedOrgs: Set<string>
}

export function rememberPlan(plan: Plan, { dryRun, standings, claims }: Run): void {
  for (const [name, standing] of plan.standings) if (dryRun || standing.state === 'removed') standings.set(name, standing)
  if (dryRun) claims.giveAll(plan.claims)
}

