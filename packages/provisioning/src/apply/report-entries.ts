// The rows of the report for one planned resource, with the paths and members of the document.
import type { ClientMetadataMembers } from '@symbolon/core-protocol'
import { inputPaths } from '@symbolon/schema-v2'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PlannedAction, PlannedResource } from '../plan/planned-resource.ts'
import type { ApplyAction, ApplyEntry } from '../report/apply-report.ts'
import type { Composed, Problem } from '../report/reason.ts'

const actions: Readonly<Record<PlannedAction, ApplyAction>> = {
  create: 'created',
  update: 'changed',
  same: 'same',
  remove: 'removed',
  conflict: 'kept',
  invalid: 'refused',
  skip: 'ignored',
}

/** The facts that decide which notices a report repeats. */
export interface EntryOptions {
  readonly dryRun: boolean
  /** Whether notices that are reported only when an object is written are repeated while it stays the same. */
  readonly repeats: boolean
  /** The composed grant types, if they are known. */
  readonly grantTypes?: readonly string[] | undefined
  /** The members of client metadata that composed parts declare, if they are known. */
  readonly clientMetadata?: ClientMetadataMembers | undefined
}

/** @returns the rows of the report for one planned resource: its result, its members that were left out, and its members without effect */
export function reportEntriesOf({ prepared, action, changed, problem }: PlannedResource, options: EntryOptions): readonly ApplyEntry[] {
  const { dryRun, repeats } = options
  const { desired, generated, ignored, furtherProblems = [] } = prepared
  const { path, kind, key, orgId } = desired
  const written = action === 'create' || action === 'update'
  const entry: ApplyEntry = {
    path,
    kind,
    key,
    ...(orgId === undefined ? {} : { orgId }),
    action: actions[action],
    ...(problem === undefined ? {} : inInput(problem, desired)),
    ...(changed.length === 0 ? {} : { changed }),
    ...(written && !dryRun && Object.keys(generated).length > 0 ? { generated } : {}),
  }
  if (!written && action !== 'same') {
    return [entry, ...furtherProblems.map((further): ApplyEntry => ({ path, kind, key, action: 'refused', ...inInput(further, desired) }))]
  }
  const notices = (desired.notices ?? []).filter(
    ({ once, unlessComposed }) =>
      (written || repeats || once !== true) && (unlessComposed === undefined || !isComposed(unlessComposed, options)),
  )
  return [
    entry,
    ...(desired.dropped ?? []).map((left): ApplyEntry => ({ path, kind, key, action: 'refused', ...inInput(left, desired) })),
    ...ignored.map((left): ApplyEntry => ({ path, kind, key, action: 'ignored', ...inInput(left, desired) })),
    ...notices.map(({ once: _, unlessComposed: __, ...notice }): ApplyEntry => ({
      path,
      kind,
      key,
      action: 'notice',
      ...inInput(notice, desired),
    })),
  ]
}

function isComposed({ grantType, clientMetadata = '' }: Composed, { grantTypes = [], clientMetadata: members }: EntryOptions): boolean {
  return grantType === undefined ? members?.has(clientMetadata) === true : grantTypes.some((each) => isNamed(each, grantType))
}

/** @param name the grant type, or its name in documents, which ends like the grant type */
function isNamed(grantType: string, name: string): boolean {
  const label = /^OIDC_GRANT_TYPE_(?<label>\w+)$/.exec(name)?.groups?.['label']?.toLowerCase()
  return grantType === name || (label !== undefined && grantType.endsWith(`:${label}`))
}

function inInput(problem: Problem, { path, origin }: DesiredResource): Problem {
  const { member } = problem
  const emptyPlaces = origin?.piece.emptyPlaces ?? []
  if (member === undefined || emptyPlaces.length === 0) return problem
  return { ...problem, member: inputPaths(emptyPlaces)(`${path}.${member}`).slice(path.length + 1) }
}
