// Imports in two steps. The first reads the document and reports what it would change; the document is kept, sealed, until the second step
// carries the import out. Both steps are jobs, which go on when the caller leaves.
import { findImport, readImportRequest, startImport } from '@symbolon/admin-api'
import type { ImportRequest, ImportSource, StartedImport } from '@symbolon/admin-api'
import type { ImportJobPart, RequestContext } from '@symbolon/core-protocol'
import { hasPermissions } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import { describeImport } from '@symbolon/transfer'
import type { ImportDescription } from '@symbolon/transfer'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import type { importStores, ImportSettings } from './imports.ts'
import { unknown } from './read.ts'
import { textParts } from './text-parts.ts'

type ImportsContext = RequestContext<(typeof importStores)[number]>

/** A plan, or an import that carries one out. */
export interface PlannedImport extends ImportDescription {
  /** What people call the document; undefined for an import that had no plan. */
  readonly name: string | undefined
  /** The id of the plan, which is its own for a plan. */
  readonly planId: string
  /** The id of the import that carries the plan out, whether or not it has begun. */
  readonly importId: string
  /** Whether the document of the plan is still there, so that the import can be begun, or go on. */
  readonly isKept: boolean
}

/** Milliseconds: 1 hour. The caller does not wait for the import. */
const timeout = 3_600_000

/** The lists of a plan, which its report does not contain. */
const lists = { name: 'plan_name', request: 'plan', document: 'plan_document' } as const

/** The parts of a plan stand before those of its report, which begin at 0. */
const firstPosition = -1_000_000

const importSuffix = '-import'

/** A request without its document. */
interface KeptRequest extends Pick<ImportRequest, 'options'> {
  readonly source:
    | Exclude<ImportSource, { readonly from: 'request' }>
    | Pick<ImportSource & { readonly from: 'request' }, 'format' | 'from'>
}

/**
 * Reads a document, and begins to compute what an import would change.
 * @param body as `POST /admin/v1/import` takes it, the document as bytes
 * @param name what people call the document
 * @returns the id of the plan, which `getPlannedImport` finds
 * @throws RestError permission_denied without an administrative role; envelope_invalid, document_invalid, bucket_refused, import_running
 */
export async function planImport(
  body: Readonly<Record<string, unknown>>,
  name: string,
  settings: ImportSettings,
  management: Management,
  context: ImportsContext,
): Promise<string> {
  requireManager(management)
  const { source, options } = readImportRequest(body)
  const texts = source.from === 'request' ? textParts(source.document) : []
  const jobId = context.randomToken().slice(0, 22)
  await begin({ source, options: { ...options, dryRun: true }, timeout, jobId }, settings, management, context)
  const kept: KeptRequest = { source: source.from === 'request' ? { from: 'request', format: source.format } : source, options }
  const contents = [
    [lists.name, name] as const,
    [lists.request, JSON.stringify(kept)] as const,
    ...texts.map((text) => [lists.document, text] as const),
  ]
  const parts: ImportJobPart[] = []
  for (const [index, [list, text]] of contents.entries()) {
    parts.push({ list, orgId: '', position: firstPosition + index, content: await context.sealing.seal(text, purposeOf(jobId)) })
  }
  await context.stores.importJobs.append(jobId, parts)
  return jobId
}

/**
 * Carries out a plan, or goes on with an import that stopped before its end.
 * @returns the id of the import. It follows from that of the plan, so that a second call begins no second import.
 * @throws RestError import_unknown for no plan of the caller, resource_unknown once its document is forgotten, import_running, import_id_taken
 */
export async function carryOutImport(
  id: string,
  settings: ImportSettings,
  management: Management,
  context: ImportsContext,
): Promise<string> {
  const { planId, importId } = await getPlannedImport(id, management, context)
  requireFreshProof(management)
  const kept = await readKept(planId, context)
  if (kept === undefined) {
    // Another call has carried it out meanwhile.
    if ((await context.stores.importJobs.find(importId, context.now()))?.state === 'completed') return importId
    throw unknown()
  }
  const { ended } = await begin({ ...kept, timeout, jobId: importId }, settings, management, context)
  // No request waits for the end. Errors are in the report, unless the storage itself fails.
  void (async (): Promise<void> => {
    if ((await ended)?.state === 'completed') await forget(planId, context)
  })().catch((error: unknown) => context.log.error('import_plan_not_forgotten', { id: planId, reason: String(error) }))
  return importId
}

/** @returns the request of a plan with its whole document; undefined once it is forgotten, also where that happens while it is read */
async function readKept(planId: string, context: ImportsContext): Promise<Pick<ImportRequest, 'options' | 'source'> | undefined> {
  const [request] = await keptTexts(planId, lists.request, context)
  if (request === undefined) return undefined
  const { source, options } = JSON.parse(request) as KeptRequest
  if (source.from !== 'request') return { source, options }
  const document = new TextEncoder().encode((await keptTexts(planId, lists.document, context)).join(''))
  // Both are forgotten together, so the document was whole if the request is still there.
  return (await isKept(planId, context)) ? { source: { ...source, document }, options } : undefined
}

async function isKept(planId: string, { stores }: ImportsContext): Promise<boolean> {
  return (await stores.importJobs.list(planId, lists.request, { after: firstPosition - 1, limit: 1 })).length > 0
}

/**
 * Forgets the document of a plan.
 * @throws RestError import_unknown
 */
export async function discardImport(id: string, management: Management, context: ImportsContext): Promise<void> {
  await forget((await getPlannedImport(id, management, context)).planId, context)
}

/**
 * @returns a plan or an import, for the user who began it and for owners of the instance
 * @throws RestError import_unknown
 */
export async function getPlannedImport(id: string, { caller }: Management, context: ImportsContext): Promise<PlannedImport> {
  const job = await findImport(id, caller, context)
  const planId = id.endsWith(importSuffix) ? id.slice(0, -importSuffix.length) : id
  const [[name], kept] = await Promise.all([keptTexts(planId, lists.name, context), isKept(planId, context)])
  return { ...describeImport(job), name, planId, importId: `${planId}${importSuffix}`, isKept: kept }
}

/** @throws RestError import_running, unless this import is the one that runs */
async function begin(
  request: ImportRequest & { readonly jobId: string },
  settings: ImportSettings,
  { caller, hashing }: Management,
  context: ImportsContext,
): Promise<StartedImport> {
  try {
    return await startImport(request, caller, context, { ...settings, hashing })
  } catch (error) {
    if (!(error instanceof RestError) || error.id !== 'import_running') throw error
    const own = await context.stores.importJobs.find(request.jobId, context.now())
    if (own?.state !== 'running' && own?.state !== 'waiting') throw error
    return { id: own.id, ended: undefined }
  }
}

async function forget(planId: string, { stores }: ImportsContext): Promise<void> {
  await stores.importJobs.remove(planId, [lists.request, lists.document])
}

function requireManager({ rights }: Management): void {
  if (rights.kind === 'system' || hasPermissions(rights.memberships)) return
  throw new RestError('permission_denied', 'You have no administrative role. Ask an administrator to give you one.')
}

async function keptTexts(id: string, list: string, { stores, sealing }: ImportsContext): Promise<readonly string[]> {
  const texts: string[] = []
  for (let after: number | undefined = firstPosition - 1; after !== undefined;) {
    const parts: readonly ImportJobPart[] = await stores.importJobs.list(id, list, { after, limit: 20 })
    for (const { content } of parts) texts.push(await sealing.open(content, purposeOf(id)))
    after = parts.length < 20 ? undefined : parts.at(-1)?.position
  }
  return texts
}

function purposeOf(id: string): string {
  return `import plan:${id}`
}
