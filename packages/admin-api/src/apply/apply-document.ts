// Brings the instance to what a document says: plan, apply, report. Applying the same document twice changes nothing the second time;
// absence never deletes, a removed state does.
import type { OrgDocument, UnknownMember } from '@symbolon/schema-v2'
import { ignoredMembers } from '../desired/ignored-members.ts'
import { resourcesOf } from '../desired/resources-of.ts'
import type { PlannedAction, PlannedResource } from '../plan/plan-changes.ts'
import { reportOf } from '../report/apply-report.ts'
import type { ApplyAction, ApplyEntry, ApplyReport } from '../report/apply-report.ts'
import type { ApplyContext, ApplyOptions } from './apply-context.ts'
import { applyUnit } from './apply-unit.ts'
import type { Run } from './apply-unit.ts'
import { unitsOf } from './passes.ts'

/**
 * @param document in the normal form that `readDocument` gives
 * @param unknownMembers those that `readDocument` found
 */
export async function applyDocument(
  document: OrgDocument,
  unknownMembers: readonly UnknownMember[],
  context: ApplyContext,
  { dryRun = false, update = true }: ApplyOptions = {},
): Promise<ApplyReport> {
  const run: Run = { context, dryRun, update, standings: new Map(), claims: new Map() }
  const resources = resourcesOf(document)
  const order = new Map(resources.map(({ path }, index) => [path, index]))
  const entries: ApplyEntry[] = []
  let done = 0
  for (const unit of unitsOf(resources)) {
    const rows = await applyUnit(unit, run)
    entries.push(...rows.flatMap((row) => entriesOf(row, dryRun)))
    done += unit.resources.length
    context.progress?.(done, resources.length)
  }
  entries.sort((a, b) => (order.get(a.path) ?? -1) - (order.get(b.path) ?? -1))
  return reportOf([...entries, ...ignoredMembers(document, unknownMembers)], dryRun)
}

const actions: Readonly<Record<PlannedAction, ApplyAction>> = {
  create: 'created', update: 'changed', same: 'same', remove: 'removed', conflict: 'kept', invalid: 'refused', skip: 'ignored',
}

function entriesOf({ prepared, action, changed, problem }: PlannedResource, dryRun: boolean): readonly ApplyEntry[] {
  const { desired: { path, kind, key }, generated, ignored } = prepared
  const written = action === 'create' || action === 'update'
  const entry: ApplyEntry = {
    path,
    kind,
    key,
    action: actions[action],
    ...problem,
    ...(changed.length === 0 ? {} : { changed }),
    ...(written && !dryRun && Object.keys(generated).length > 0 ? { generated } : {}),
  }
  const leftOut = written || action === 'same' ? ignored : []
  return [entry, ...leftOut.map((left): ApplyEntry => ({ path, kind, key, action: 'ignored', ...left }))]
}
