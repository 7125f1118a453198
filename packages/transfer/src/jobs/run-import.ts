// Runs an import until its end, its timeout or its failure, whether or not the caller waits. Objects that it applied are kept.
// A call with the same id continues the import behind what is settled. An import is completed only when every entry that was read has a row in the report, because a completed import never runs again.
import { digest, StorageUnavailable } from '@symbolon/core-protocol'
import type { ImportJobStart } from '@symbolon/core-protocol'
import { V1InputError } from '@symbolon/migration-v1'
import { denialOf, isDenied, noCounts } from '@symbolon/provisioning'
import type { ApplyEntry } from '@symbolon/provisioning'
import { canonicalJson } from '@symbolon/schema-v2'
import { deferredLists } from '../import/deferred-in-jobs.ts'
import { SourceError } from '../import/import-source.ts'
import { beginAgain } from '../import/progress.ts'
import { isObjectStorageError } from '../object-storage.ts'
import { writeFacts } from './import-facts.ts'
import type { ImportFacts } from './import-facts.ts'
import type { ImportContext, ImportTask } from './import-task.ts'
import { TimeLimit } from './time-limit.ts'
import { IncompleteImport, transferDocument } from './transfer-document.ts'

/**
 * Whether an import began or waits. `running`: this import runs already; without `waits`, also that another import of the organization runs or no
 * slot is free. `full`: the queue of waiting imports is full. `completed`: this import is complete. `taken`: the id belongs to an import of
 * another document or with other options.
 */
export type ImportBeginning =
  | { readonly outcome: 'begun'; readonly ended: Promise<ImportEnd> }
  | { readonly outcome: 'running'; readonly running?: { readonly id: string; readonly actorId: string }; readonly leaseUntil: number }
  | { readonly outcome: 'completed' | 'full' | 'taken' }

/** How an import ended. */
export interface ImportEnd {
  readonly state: 'completed' | 'stopped' | 'failed'
  /**
   * The reason for the stop: its timeout, the signal of its task, a request of a user, or another call that resumed the import after its
   * lease had expired.
   */
  readonly stoppedBy?: 'timeout' | 'task' | 'request' | 'takeover'
  readonly facts: ImportFacts
}

/** Milliseconds until the lease of an import expires, and between two renewals. */
export const lease = 20_000
const heartbeat = 5000

/**
 * Begins an import, or continues the one with its id.
 * @returns whether it began; `ended` never rejects because of the document, the storage or the timeout
 */
export async function beginImport(task: ImportTask, context: ImportContext): Promise<ImportBeginning> {
  const { source, options } = task
  const facts: ImportFacts = { source: source.description, ...options, progress: { bytes: 0, objects: 0, settled: 0 }, counts: noCounts() }
  const start = startOf(task, facts, context.randomToken())
  const now = context.now()
  const beginning = await context.stores.importJobs.begin(start, now, now + lease)
  switch (beginning.outcome) {
    case 'begun':
      return { outcome: 'begun', ended: run(task, start.holder, facts, beginning.again, context) }
    case 'waiting':
      return { outcome: 'begun', ended: waitForTurn(task, start, facts, beginning.again, context) }
    // Only an import that waits already can be lost.
    case 'lost':
      return { outcome: 'running', leaseUntil: now + lease }
    default:
      return beginning
  }
}

function startOf({ id, source, format, options, actorId, ...task }: ImportTask, facts: ImportFacts, holder: string): ImportJobStart {
  const { orgId = '', privileged = false, alone = false, waits = false } = task
  const fingerprint = digest(canonicalJson({ format, ...options, source: source.identity }))
  const waiting = waits ? { waitingFacts: (position: number) => writeFacts({ ...facts, queuePosition: position }) } : {}
  return { id, holder, fingerprint, actorId, orgId, privileged, facts: writeFacts(facts), alone, ...waiting }
}

/** Milliseconds between two questions whether it is the turn of an import, and after how many that the storage did not answer it gives up. */
const [betweenTurns, mostUnanswered] = [1000, 20]

/** Waits until it is the turn of the import, and runs it. Its lease shows that its process still waits. */
async function waitForTurn(
  task: ImportTask,
  start: ImportJobStart,
  facts: ImportFacts,
  again: boolean,
  context: ImportContext,
): Promise<ImportEnd> {
  const { importJobs } = context.stores
  const stopped = async (stoppedBy: NonNullable<ImportEnd['stoppedBy']>): Promise<ImportEnd> => {
    await importJobs.end(task.id, start.holder, 'stopped', writeFacts(facts), context.now()).catch(() => false)
    return { state: 'stopped', facts, stoppedBy }
  }
  for (let unanswered = 0; unanswered < mostUnanswered;) {
    await new Promise((resolve) => setTimeout(resolve, betweenTurns))
    if (task.signal?.aborted === true) return await stopped('task')
    const now = context.now()
    const beginning = await importJobs.begin(start, now, now + lease).catch((error: unknown) => {
      context.log.warn('import_lease_not_renewed', { id: task.id, reason: String(error) })
      return undefined
    })
    unanswered = beginning === undefined ? unanswered + 1 : 0
    if (beginning === undefined) continue
    if (beginning.outcome === 'begun') return await run(task, start.holder, facts, again, context)
    if (beginning.outcome !== 'waiting') return { state: 'stopped', facts, stoppedBy: 'takeover' }
    if (beginning.stop) return await stopped('request')
  }
  return { state: 'stopped', facts, stoppedBy: 'task' }
}

async function run(task: ImportTask, holder: string, begun: ImportFacts, again: boolean, context: ImportContext): Promise<ImportEnd> {
  const { id, options, actorId } = task
  const { importJobs } = context.stores
  const { remoteAddress } = context
  const who = { ...(actorId === '' ? {} : { actorId }), ...(remoteAddress === undefined ? {} : { remoteAddress }) }
  const subject = { kind: 'import', id }
  const [lost, asked] = [new AbortController(), new AbortController()]
  const timeout = new TimeLimit(task.timeout)
  const signal = AbortSignal.any([timeout.signal, lost.signal, asked.signal, ...(task.signal === undefined ? [] : [task.signal])])
  let facts = begun
  let renewedAt = context.now()
  const renew = async (): Promise<void> => {
    const now = context.now()
    const renewed = await importJobs.renew(id, holder, writeFacts(facts), now, now + lease)
    if (renewed === 'lost') return lost.abort(new Error('Another process resumed the import.'))
    renewedAt = now
    if (renewed === 'stop') asked.abort(new Error('A user requested that the import stop.'))
  }
  const check = async (): Promise<void> => {
    if (Math.abs(context.now() - renewedAt) >= lease / 2) await renew()
    lost.signal.throwIfAborted()
  }
  const held = ofHolder(context, check)
  const timer = setInterval(() => {
    renew().catch((error: unknown) => context.log.warn('import_lease_not_renewed', { id, reason: String(error) }))
  }, heartbeat)

  let denied: { readonly first: ApplyEntry; readonly count: number } | undefined
  const settled = (entries: readonly ApplyEntry[]): void => {
    timeout.progressed()
    for (const entry of entries) if (isDenied(entry)) denied = { first: denied?.first ?? entry, count: (denied?.count ?? 0) + 1 }
  }
  let state: ImportEnd['state'] = 'failed'
  try {
    await context.audit({ type: 'import_started', ...who, subject, details: { source: facts.source, ...options, again } })
    const { earlier, last } = again ? await beginAgain(id, held.stores.importJobs) : { earlier: undefined, last: -1 }
    let position = last
    const nextPosition = (): number => (position += 1)
    if (earlier === undefined) timeout.start()
    const known = (more: Partial<Pick<ImportFacts, 'counts' | 'progress' | 'signIn'>>): void => {
      facts = { ...facts, ...more }
      if (more.progress !== undefined) task.progress?.(facts.progress)
    }
    const reached = (): void => timeout.start()
    const searching = (): void => timeout.search()
    const stopped = await transferDocument(task, { signal, holder, nextPosition, earlier, check, reached, searching, settled, known }, held)
    state = stopped ? 'stopped' : 'completed'
  } catch (error) {
    state = signal.aborted ? 'stopped' : 'failed'
    if (state === 'failed') facts = { ...facts, problem: problemOf(error) }
    if (facts.problem?.id === 'internal') context.log.error('import_failed', { id, reason: messageOf(error) })
  } finally {
    clearInterval(timer)
    timeout.end()
  }
  // A completed import never runs again, and what is tried again as a whole keeps no position.
  const keepsPosition = state === 'stopped' || (state === 'failed' && !beginsAgain.has(facts.problem?.id ?? 'internal'))
  const ended = await importJobs.end(id, holder, state, writeFacts(facts), context.now(), keepsPosition ? [] : deferredLists)
  if (!ended) state = 'stopped'
  if (denied !== undefined) await context.audit({ ...denialOf(denied.first, denied.count), ...who })
  await context.audit({ type: 'import_ended', ...who, subject, details: { state, ...facts.counts } })
  if (state !== 'stopped') return { state, facts }
  return { state, facts, stoppedBy: !ended ? 'takeover' : timeout.signal.aborted ? 'timeout' : asked.signal.aborted ? 'request' : 'task' }
}

/**
 * Only the holder of the lease may write the parts of an import. A run that paused until its lease expired must neither write among the
 * parts of another run nor remove them.
 * @param check throws if the lease is lost
 */
function ofHolder(context: ImportContext, check: () => Promise<void>): ImportContext {
  const { importJobs } = context.stores
  const guarded: typeof importJobs = {
    ...importJobs,
    async append(id, parts) {
      await check()
      await importJobs.append(id, parts)
    },
    async remove(id, lists) {
      await check()
      await importJobs.remove(id, lists)
    },
    async removeAfter(id, position) {
      await check()
      await importJobs.removeAfter(id, position)
    },
  }
  return { ...context, stores: { ...context.stores, importJobs: guarded } }
}

/** Why an import failed that begins with its document when it is called again: what follows could not be continued, or some objects are tried again. */
const beginsAgain: ReadonlySet<string> = new Set<NonNullable<ImportFacts['problem']>['id']>(['document_invalid', 'import_incomplete'])

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function problemOf(error: unknown): NonNullable<ImportFacts['problem']> {
  if (error instanceof V1InputError) return { id: 'document_invalid', message: error.message }
  if (error instanceof IncompleteImport) return { id: 'import_incomplete', message: error.message }
  if (error instanceof StorageUnavailable && error.full)
    return { id: 'storage_full', message: 'The disk of the database is full. Free space, then send the import again with the same id.' }
  if (error instanceof SourceError) return { id: 'bucket_refused', message: error.message }
  if (isObjectStorageError(error)) {
    return { id: error.code === 'storage_unavailable' ? 'bucket_unavailable' : 'bucket_refused', message: error.message }
  }
  return { id: 'internal', message: 'The import failed unexpectedly. See the log, then send the import again with the same id.' }
}
