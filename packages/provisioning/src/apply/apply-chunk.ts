// Applies up to a hundred objects in one transaction. Objects that the storage refuses are left out and the rest is tried again, so that one
// taken name does not affect other objects. When the storage fails, or others go on changing an object, a chunk of one organization is refused as a
// whole; the caller tries each organization of a larger one alone, so that one does not affect the others.
import { composedName, DirectoryConflict, nameOfResource, quotaRefusals, StorageUnavailable } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryRefusal, ExpectedContent } from '@symbolon/core-protocol'
import { mayRestore } from '@symbolon/permissions'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { Rights } from '../plan/rights.ts'
import type { Lookup } from '../plan/existence.ts'
import { limitsFor } from '../plan/limits.ts'
import { createPlanner, lookedUpWith } from '../plan/plan-changes.ts'
import type { Plan, Situation } from '../plan/plan-changes.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import { uniqueValueOf } from '../plan/unique-values.ts'
import { withoutUnprovenContacts } from '../plan/verified-contacts.ts'
import { prepareResource } from '../prepare/prepare-resource.ts'
import { noSecrets, wholeOrRefused } from '../prepare/prepared-resource.ts'
import type { PrepareContext, PreparedResource } from '../prepare/prepared-resource.ts'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { Reason } from '../report/reason.ts'
import { mayChangeInstance, readRights } from './authority.ts'
import { reportEntriesOf } from './report-entries.ts'
import { memoryOfPlan } from './run-memory.ts'
import type { RunMemory } from './run-memory.ts'
import { findRemovedByUsers, findStored } from './run.ts'
import type { Run } from './run.ts'

/** Resources of one organization that are applied together, perhaps with those of other organizations. */
export interface Chunk {
  /** Absent for what belongs to the instance. */
  readonly orgId: string | undefined
  readonly resources: readonly DesiredResource[]
}

/** The outcome of some chunks. */
export interface AppliedChunks {
  /** Of each chunk. */
  readonly rows: readonly (readonly PlannedResource[])[]
  /** The facts that the run has to remember. */
  readonly memory: RunMemory
  /** Whether a transaction has stored the record of the run. */
  readonly stored: boolean
}

/**
 * Applies chunks in one transaction. Never rejects because of a failure of the storage: the rows of earlier chunks hold generated values, which
 * would be lost.
 * @returns undefined if the storage failed for several chunks together, or others went on changing an object of one: nothing was applied, and each
 *   can be tried alone
 */
export async function applyChunks(chunks: readonly Chunk[], run: Run): Promise<AppliedChunks | undefined> {
  const isLeft = ({ orgId }: Chunk): boolean => orgId !== undefined && run.failedOrgs.has(orgId)
  const tried = chunks.filter((chunk) => !isLeft(chunk)).flatMap(({ resources }) => resources)
  const ofChunks = (planned: readonly PlannedResource[]): AppliedChunks['rows'] => {
    const left = [...planned]
    return chunks.map((chunk) =>
      isLeft(chunk) ? chunk.resources.map((desired) => unapplied(desired)) : left.splice(0, chunk.resources.length),
    )
  }
  const applied = await applyResources(tried, chunks, run, ofChunks)
  if (applied === undefined) return undefined
  const rows = ofChunks(applied.rows)
  const failedOrgs = applied.failed ? chunks.flatMap(createdIn) : []
  return { rows, memory: { ...applied.memory, ...(failedOrgs.length === 0 ? {} : { failedOrgs }) }, stored: applied.stored }
}

interface AppliedResources extends Pick<AppliedChunks, 'memory' | 'stored'> {
  readonly rows: readonly PlannedResource[]
  readonly failed?: true
}

async function applyResources(
  resources: readonly DesiredResource[],
  chunks: readonly Chunk[],
  run: Run,
  ofChunks: (planned: readonly PlannedResource[]) => AppliedChunks['rows'],
): Promise<AppliedResources | undefined> {
  if (resources.length === 0) return { rows: [], memory: {}, stored: false }
  const refused = (reason: Reason): AppliedResources => ({
    rows: resources.map((desired) => unapplied(desired, reason)),
    memory: {},
    stored: false,
  })
  try {
    for (let left = mostDecisions; left > 0; left -= 1) {
      const applied = await decideAndApply(resources, { ...run, recordOf: (plan) => run.recordOf(plan, ofChunks(plan.rows)) })
      if (applied !== undefined) return { ...applied, memory: memoryOfPlan(applied.plan, run.dryRun), rows: applied.plan.rows }
    }
    return chunks.length > 1 ? undefined : refused('stale')
  } catch (error) {
    if (chunks.length > 1) return undefined
    const [{ orgId } = { orgId: undefined }] = chunks
    run.context.failed?.(error, orgId)
    return { ...refused(error instanceof StorageUnavailable && error.full ? 'storage_full' : 'storage_failed'), failed: true }
  }
}

/** The organization that a chunk creates or changes itself. */
function createdIn({ orgId, resources }: Chunk): readonly string[] {
  return orgId !== undefined && resources.some(({ kind }) => kind === 'org') ? [orgId] : []
}

/** How often a chunk is decided before it is refused, where others go on changing what it is decided from. */
const mostDecisions = 5

interface AppliedPlan {
  readonly plan: Plan
  readonly stored: boolean
}

/** @returns undefined if others have changed what was decided from: nothing was applied then */
async function decideAndApply(resources: readonly DesiredResource[], run: Run): Promise<AppliedPlan | undefined> {
  const stored = await findStored(run.context.directory, resources.flatMap(lookedUpWith))
  const rights = await readRights(run.context, resources, stored)
  run.passwordPolicies.learn([...run.ofInstance, ...resources], rights.caller)
  run.textDomains.learn(resources)
  const removedByUsers = await findRemovedByUsers(run.context.directory, resources, stored)
  const preparing: PrepareContext = {
    ...run.context,
    allowsSlowHashes: mayChangeInstance(rights.caller),
    keepsReplaced: !run.strict,
    passwordPolicy: run.passwordPolicies.of,
    foreignTexts: run.textDomains.foreign,
    isRemovedByUser: (reference) => removedByUsers.has(nameOfResource(reference)),
  }
  const prepared: PreparedResource[] = []
  for (const [index, given] of resources.entries()) {
    const found = stored.get(nameOfResource(given))
    // The reason of the refusal must not disclose what another organization stores under the id.
    const existing = found?.orgId === given.orgId ? found : undefined
    const desired = withoutUnprovenContacts(given, existing, rights.caller, rights.contacts)
    const resource = await prepareResource(desired, existing, preparing, run.dryRun)
    prepared.push(run.strict ? wholeOrRefused(resource) : resource)
    if (endsGroup(index)) await run.turns.rest()
  }
  return await applyPrepared(prepared, stored, rights, preparing, run)
}

async function applyPrepared(
  resources: readonly PreparedResource[],
  stored: Lookup,
  rights: Rights,
  preparing: PrepareContext,
  run: Run,
): Promise<AppliedPlan | undefined> {
  const { existences, held, accepted, update, idGenerated, seen = new Map() } = run
  const refused = new Map<string, Reason>()
  const taken = new Set<string>()
  const providersInCode = new Set(run.context.identityProvidersInCode)
  const clientsInCode = new Set(run.context.clientIdsInCode)
  const now = run.context.now()
  let prepared = resources
  for (;;) {
    const plan = await planned(
      prepared,
      { stored, existences, held, accepted, seen, refused, taken, providersInCode, clientsInCode, update, idGenerated, rights, now },
      run,
    )
    const restores = run.restores || mayRestore(rights.caller)
    const limits = limitsFor(rights.caller, stored)
    const { refusals, stored: isStored } = await attempt({ ...decidedFrom(plan, stored, rights), restores, limits }, plan, run)
    if (refusals.length === 0) return { plan, stored: isStored }
    if (refusals.some((refusal) => isOvertaken(refusal, run))) return undefined
    const byName = new Map(refusals.map(({ resource, reason }) => [nameOfResource(resource), reason]))
    const instead = await alternatives(plan, byName, stored, preparing, run)
    prepared = prepared.map((resource) => instead.get(resource) ?? resource)
    for (const [name, reason] of byName) {
      if (refused.has(name)) continue
      refused.set(name, reason)
      if (reason.endsWith('_limit') && !run.dryRun) run.context.metrics?.count(quotaRefusals, { limit: composedName(reason) })
    }
    for (const row of plan.rows) {
      const unique = uniqueValueOf(row.prepared)
      if (unique !== undefined && byName.get(nameOfResource(row.prepared.desired)) === unique.taken.reason) taken.add(unique.value)
    }
    // The same attempt would fail again.
    if (instead.size === 0 && !leavesOut(plan, byName)) throw new DirectoryConflict(refusals)
  }
}

/** Whether the decision no longer counts. What the caller itself expects is refused instead. */
function isOvertaken({ reason, resource }: DirectoryRefusal, { expected }: Run): boolean {
  return reason === 'stale' && !expected.some((each) => nameOfResource(each) === nameOfResource(resource))
}

async function planned(prepared: readonly PreparedResource[], situation: Situation, { turns }: Run): Promise<Plan> {
  const planner = createPlanner(situation)
  for (const [index, resource] of prepared.entries()) {
    planner.add(resource)
    if (endsGroup(index)) await turns.rest()
  }
  return planner.plan()
}

/** The clock is read after every eighth resource. Reading it after each one took one percent of an import. */
function endsGroup(index: number): boolean {
  return index % 8 === 7
}

interface Attempt {
  readonly refusals: readonly DirectoryRefusal[]
  /** Whether the change was applied, and the record of the run with it. */
  readonly stored: boolean
}

async function attempt(change: DirectoryChange, plan: Plan, run: Run): Promise<Attempt> {
  const {
    context: { directory, now },
    dryRun,
  } = run
  if (change.put.length === 0 && change.remove.length === 0) return { refusals: [], stored: false }
  if (dryRun) return { refusals: await directory.findTaken(change, now()), stored: false }
  try {
    const expected = [...expectedOf(change, run), ...(change.expected ?? [])]
    const record = await run.recordOf(plan, [plan.rows])
    const whole = { ...change, ...(expected.length === 0 ? {} : { expected }), ...(record === undefined ? {} : { record }) }
    await directory.apply(whole, now())
    return { refusals: [], stored: true }
  } catch (error) {
    if (error instanceof DirectoryConflict) return { refusals: error.refusals, stored: false }
    throw error
  }
}

function expectedOf({ put, remove }: DirectoryChange, { expected }: Run): readonly ExpectedContent[] {
  if (expected.length === 0) return []
  const changing = new Set([...put, ...remove].map(nameOfResource))
  return expected.filter((content) => changing.has(nameOfResource(content)))
}

/** @returns the rows of what a plan generates */
export function generatedEntries({ rows }: Pick<Plan, 'rows'>): readonly ApplyEntry[] {
  return rows
    .filter(generates)
    .flatMap((row) => reportEntriesOf(row, { dryRun: false, repeats: false }).filter((entry) => entry.generated !== undefined))
}

function generates({ prepared }: PlannedResource): boolean {
  return Object.keys(prepared.generated).length > 0
}

/**
 * The plan decided the rights, and whether to generate a secret, from the stored objects. If a concurrent request has changed an object since
 * then, the decision is void: of two runs that generate a secret for one object, only one stores and reports it.
 */
function decidedFrom({ change, rows }: Plan, stored: Lookup, { caller }: Rights): DirectoryChange {
  const generating = new Set(rows.filter(generates).map(({ prepared }) => nameOfResource(prepared.desired)))
  const givenSecret = new Set(
    rows
      .filter(({ prepared: { generated } }) => generated.clientSecret !== undefined || generated.token !== undefined)
      .map(({ prepared }) => nameOfResource(prepared.desired)),
  )
  const changing = [...change.put, ...change.remove]
  const counting = caller.kind === 'system' ? changing.filter((each) => generating.has(nameOfResource(each))) : changing
  if (counting.length === 0) return change
  const decided = counting.map(({ kind, key }) => ({
    kind,
    key,
    content: stored.get(nameOfResource({ kind, key }))?.content,
    ...(givenSecret.has(nameOfResource({ kind, key })) ? { withoutSecret: true as const } : {}),
  }))
  return { ...change, expected: decided }
}

/** The alternatives of refused resources that have one. */
async function alternatives(
  plan: Plan,
  refused: ReadonlyMap<string, Reason>,
  stored: Lookup,
  preparing: PrepareContext,
  run: Run,
): Promise<ReadonlyMap<PreparedResource, PreparedResource>> {
  const found = new Map<PreparedResource, PreparedResource>()
  for (const { prepared } of plan.rows) {
    const { alternative } = prepared.desired
    if (alternative === undefined || !refused.has(nameOfResource(prepared.desired))) continue
    found.set(prepared, await prepareResource(alternative, stored.get(nameOfResource(alternative)), preparing, run.dryRun))
  }
  return found
}

function leavesOut({ rows }: Plan, refused: ReadonlyMap<string, Reason>): boolean {
  const written: readonly PlannedResource['action'][] = ['create', 'update', 'remove']
  return rows.some(({ action, prepared }) => written.includes(action) && refused.has(nameOfResource(prepared.desired)))
}

function unapplied(desired: DesiredResource, reason: Reason = 'storage_failed'): PlannedResource {
  const prepared: PreparedResource = { desired, content: desired.content, ...noSecrets }
  return { prepared, action: 'invalid', changed: [], problem: { reason } }
}
