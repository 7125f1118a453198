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
  let prepared = resources
  for (;;) {
    const plan = planChanges(prepared, { stored, standings, claims, refused, update })
    const conflict = run.dryRun ? undefined : await conflictOf(plan.change, context)
    if (conflict === undefined) {
      remember(plan, run)
      return plan.rows
    }
    const name = conflict.resource === undefined ? undefined : nameOf(conflict.resource)
    const culprit = plan.rows.find((row) => nameOf(row.prepared.desired) === name && isWritten(row))?.prepared.desired
    // Without a culprit to leave out, another try would end the same.
    if (culprit === undefined) return plan.rows.map((row) => isWritten(row) ? refuse(row, conflict.reason) : row)
    const { alternative } = culprit
    if (alternative === undefined) {
      refused.set(nameOf(culprit), conflict.reason)
    } else {
      const instead = await prepareResource(alternative, stored.get(nameOf(alternative)), context, run.dryRun)
      prepared = prepared.map((resource) => resource.desired === culprit ? instead : resource)
    }
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

function refuse({ prepared }: PlannedResource, reason: Reason): PlannedResource {
  return { prepared, action: 'invalid', changed: [], problem: { reason } }
}

function unapplied(desired: DesiredResource, reason: Reason): PlannedResource {
  return { prepared: { desired, content: desired.content, ...noSecrets }, action: 'invalid', changed: [], problem: { reason } }
}
