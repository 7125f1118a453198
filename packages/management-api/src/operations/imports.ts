// Imports: begun, looked at while they run, and their reports. What a document may change is decided object by object, as for every change.
import { answerReport, findImport, startImport } from '@symbolon/admin-api'
import type { ImportEndpointOptions, ImportRequest } from '@symbolon/admin-api'
import type { Answer, ImportJobStore, RequestContext } from '@symbolon/core-protocol'
import { may, theInstance } from '@symbolon/permissions'
import { callerFacts, RestError } from '@symbolon/rest'
import { describeImport, importRows } from '@symbolon/transfer'
import type { ImportDescription, ImportRows } from '@symbolon/transfer'
import { noteAsked } from './context.ts'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'

/** What imports may read, and what they check. */
export type ImportSettings = Omit<ImportEndpointOptions, 'hashing'>

/** The stores of these operations. An import of passkeys needs `passkeys`, too. */
export const importStores = ['directory', 'importJobs', 'memberships', 'users'] as const

type ImportsContext = RequestContext<(typeof importStores)[number]>

/**
 * Begins an import, or continues the one with the id of the request, and does not wait for its end.
 * @returns the import as it stands
 * @throws RestError permission_denied for a caller without any right, import_running, import_id_taken, bucket_refused
 */
export async function beginImport(
  asked: ImportRequest,
  settings: ImportSettings,
  management: Management,
  context: ImportsContext,
): Promise<ImportDescription> {
  const { caller, rights, hashing } = management
  noteAsked(management, { plans: 'document' })
  if (rights.kind === 'user' && rights.memberships.length === 0) {
    throw new RestError('permission_denied', 'You hold no administrative role.')
  }
  requireFreshProof(management)
  const { id } = await startImport(asked, caller, context, { ...settings, hashing })
  return describeImport(await findImport(id, caller, context))
}

/**
 * Lists the imports that were begun last: for owners of the instance those of everybody, for others their own. Reports are kept for seven
 * days.
 */
export async function listImports(
  { limit }: Pick<Parameters<ImportJobStore['listRecent']>[0], 'limit'>,
  management: Management,
  { stores, now }: ImportsContext,
): Promise<readonly ImportDescription[]> {
  const { caller, rights } = management
  noteAsked(management, { action: 'list', subject: 'import' })
  const all = may(rights, 'list', 'import', theInstance) === undefined
  const found = await stores.importJobs.listRecent({ limit, ...(all ? {} : { actorId: caller.id }) }, now())
  // Those before belong to an earlier user with the same id.
  return found.filter(({ startedAt }) => all || startedAt >= caller.createdAt).map(describeImport)
}

/**
 * Reads the state and the numbers of an import.
 * @throws RestError import_unknown, also for an import of another user
 */
export async function getImport(id: string, management: Management, context: ImportsContext): Promise<ImportDescription> {
  return describeImport(await findReadable(id, management, context))
}

/**
 * Asks a running import to stop. What it has changed stays; its report has a row for each object that was settled. It goes on where it is begun
 * again with the same id and document.
 * @returns the import as it stands: it runs until its process has heard of it, some seconds at most
 * @throws RestError import_unknown, also for an import of another user, and import_ended for one that does not run
 */
export async function stopImport(id: string, management: Management, context: ImportsContext): Promise<ImportDescription> {
  const { caller } = management
  await findReadable(id, management, context)
  requireFreshProof(management)
  if (!(await context.stores.importJobs.requestStop(id, context.now()))) {
    throw new RestError('import_ended', 'The import does not run. Read its state.')
  }
  await context.audit({ type: 'import_stop_requested', subject: { kind: 'import', id }, ...callerFacts(caller, context) })
  return describeImport(await findImport(id, caller, context))
}

/**
 * Answers the report of an import: its state and its numbers, what became of each object, and what was generated.
 * @returns JSON, written page by page, because it may be larger than memory
 * @throws RestError import_unknown, also for an import of another user
 */
export async function answerImportReport(id: string, management: Management, context: ImportsContext): Promise<Answer> {
  await findReadable(id, management, context)
  requireFreshProof(management)
  return await answerReport(id, management.caller, context)
}

/**
 * Reads the first rows of one list of a report.
 * @throws RestError import_unknown, also for an import of another user
 */
export async function listImportRows<L extends keyof ImportRows>(
  id: string,
  list: L,
  limit: number,
  management: Management,
  context: ImportsContext,
): Promise<readonly ImportRows[L][]> {
  const job = await findReadable(id, management, context)
  const rows: ImportRows[L][] = []
  if (limit === 0) return rows
  for await (const row of importRows(job, list, { jobs: context.stores.importJobs, sealing: context.sealing })) {
    rows.push(row)
    if (rows.length >= limit) break
  }
  return rows
}

/**
 * Finds an import of the caller, or of any user for owners of the instance.
 * @throws RestError import_unknown
 */
async function findReadable(id: string, management: Management, context: ImportsContext): ReturnType<typeof findImport> {
  noteAsked(management, { action: 'get', subject: 'import' })
  return await findImport(id, management.caller, context)
}
