// Applies one unit in one transaction. An object that the storage refuses is left out and the rest tried again, so that one taken name
// does not sink an organization; a failing storage refuses the unit as a whole and the run goes on.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryChange } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { lookedUpWith, planChanges } from '../plan/plan-changes.ts'
import type { Plan, PlannedResource } from '../plan/plan-changes.ts'
import { nameOf } from '../plan/standing.ts'
import type { Lookup, Standing } from '../plan/standing.ts'
import { prepareResource } from '../prepare/prepare-resource.ts'
import { noSecrets } from '../prepare/prepared-resource.ts'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Reason } from '../report/reason.ts'
import type { ApplyContext } from './apply-context.ts'
import { findStored } from './find-stored.ts'
import type { Unit } from './passes.ts'
import { settledResources } from './settle-unit.ts'

/** What one run knows while it goes from unit to unit. */
export interface Run {
  readonly context: ApplyContext
  readonly dryRun: boolean
  readonly update: boolean
  readonly standings: Map<string, Standing>
  readonly claims: Map<string, string>
}

/** Never rejects: what earlier units generated is in their rows, and would be lost. */
export async function applyUnit(unit: Unit, run: Run): Promise<readonly PlannedResource[]> {
  try {
    const resources = await settledResources(unit, run.context)
    const stored = await findStored(run.context.directory, resources.flatMap(lookedUpWith))
    const prepared: PreparedResource[] = []
    for (const desired of resources) prepared.push(await prepareResource(desired, stored.get(nameOf(desired)), run.context, run.dryRun))
    return await applyPrepared(prepared, stored, run)
  } catch (error) {
    run.context.failed?.(error, unit.orgId)
    return unit.resources.map((desired) => unapplied(desired, 'storage_failed'))
  }
}

async function applyPrepared(resources: readonly PreparedResource[], stored: Lookup, run: Run): Promise<readonly PlannedResource[]> {
  const { context, standings, claims, update } = run
  const refused = new Map<string, Reason>()
  const alternatives = new Set<string>()
  let prepared = resources
  for (;;) {
    const plan = planChanges(prepared, { stored, standings, claims, refused, update })
    const conflict = run.dryRun ? undefined : await conflictOf(plan.change, context)
    if (conflict === undefined) {
      remember(plan, run)
      return plan.rows
    }
    const before = refused.size + alternatives.size
    for (const { resource, reason } of conflict.refusals) {
      const culprit = plan.rows.find((row) => nameOf(row.prepared.desired) === nameOf(resource) && isWritten(row))?.prepared.desired
      if (culprit === undefined) continue
      const { alternative } = culprit
      if (alternative === undefined) {
        refused.set(nameOf(culprit), reason)
      } else {
        alternatives.add(nameOf(culprit))
        const instead = await prepareResource(alternative, stored.get(nameOf(alternative)), context, run.dryRun)
        prepared = prepared.map((each) => each.desired === culprit ? instead : each)
      }
    }
    // Without a culprit to leave out, another try would end the same.
    if (refused.size + alternatives.size === before) throw conflict
  }
}

async function conflictOf(change: DirectoryChange, { directory, now }: ApplyContext): Promise<DirectoryConflict | undefined> {
  if (change.put.length === 0 && change.remove.length === 0) return undefined
  try {
    await directory.apply(change, now())
    return undefined
  } catch (error) {
    if (error instanceof DirectoryConflict) return error
    throw error
  }
}

function remember(plan: Plan, { standings, claims }: Run): void {
  for (const [name, standing] of plan.standings) standings.set(name, standing)
  for (const [claimed, name] of plan.claims) claims.set(claimed, name)
}

function isWritten({ action }: PlannedResource): boolean {
  return action === 'create' || action === 'update' || action === 'remove'
}

function unapplied(desired: DesiredResource, reason: Reason): PlannedResource {
  return { prepared: { desired, content: desired.content, ...noSecrets }, action: 'invalid', changed: [], problem: { reason } }
}
