// Imports by requests: their start, and who may see them. The endpoint of existing clients and the management API share them.
import { composedName, quotaRefusals, waitingOfInstance, waitingOfOrganization } from '@symbolon/core-protocol'
import { userAuthority } from '@symbolon/provisioning'
import type { PasskeyRules } from '@symbolon/provisioning'
import type { Answer, HttpRequest, ImportJob, RequestContext, SecretHashing, User } from '@symbolon/core-protocol'
import { encoded, isOwner, RestError, streamed } from '@symbolon/rest'
import { beginImport, bytesSource, objectSource, reportText, sha256Of, usualStorageLimits } from '@symbolon/transfer'
import type { DocumentSource, ImportEnd, ObjectStorages, ReportTextOptions, StorageLimits } from '@symbolon/transfer'
import { readImportRequest } from '../requests/import-request.ts'
import type { ImportRequest } from '../requests/import-request.ts'
import { readRequest } from '../requests/read-request.ts'
import { openStorageObject } from './bucket-error.ts'

/** What imports need, and how much they may read. */
export interface ImportEndpointOptions {
  readonly hashing: SecretHashing
  /** What passkeys must meet. Without it, those of a document are refused. */
  readonly passkeys?: PasskeyRules | undefined
  readonly storages?: ObjectStorages
  /** Bytes of a document in the request; default 64 MiB. */
  readonly bodyLimit?: number
  readonly storageLimits?: Partial<StorageLimits>
}

type ImportsContext = RequestContext<'directory' | 'importJobs' | 'memberships' | 'users'>

/** An import that a request began. */
export interface StartedImport {
  readonly id: string
  /** Resolves at its end, and never rejects; undefined for an import that was complete before. */
  readonly ended: Promise<ImportEnd> | undefined
}

const usualBodyLimit = 64 * 1024 * 1024
const inlineMembers = ['data_orgs', 'dataOrgs', 'data_orgsv1', 'dataOrgsv1']

/** @throws RestError envelope_invalid and those of `readRequest` */
export async function readImport(request: HttpRequest, { bodyLimit = usualBodyLimit }: ImportEndpointOptions): Promise<ImportRequest> {
  const { members, documents } = await readRequest(request, { limit: bodyLimit, documents: inlineMembers })
  return readImportRequest({ ...members, ...Object.fromEntries(documents) })
}

/**
 * Begins an import, or continues the one with its id. It waits while another import runs, and then runs until its end, its timeout or
 * its failure, whether or not the caller waits.
 * @throws RestError import_running where this import runs already, import_queue_full, import_id_taken, bucket_refused
 */
export async function startImport(
  asked: ImportRequest,
  caller: User,
  context: ImportsContext,
  options: ImportEndpointOptions,
): Promise<StartedImport> {
  const id = asked.jobId ?? context.randomToken()
  if (asked.jobId !== undefined && (await isOfAnother(id, caller, context))) throw taken(id)
  const source = await sourceOf(asked, options)
  const authority = userAuthority(caller, context.stores)
  const privileged = isOwner(await context.stores.memberships.list(caller.id))
  // The imports of owners of the instance are those of the instance: none of an organization keeps them waiting.
  const orgId = privileged ? '' : caller.orgId
  const size = asked.source.from === 'request' ? asked.source.document.byteLength : 0
  const waits = privileged || mayHold(orgId, size)
  const task = { ...asked, id, source, format: asked.source.format, actorId: caller.id, orgId, privileged, waits, authority }
  const beginning = await beginImport(task, { ...context, hashing: options.hashing, passkeys: options.passkeys })
  if (beginning.outcome === 'full') throw queueFull(context)
  if (beginning.outcome === 'running') {
    const { running } = beginning
    if (running?.id !== id && !waits) throw queueFull(context)
    const seconds = Math.max(1, Math.ceil((beginning.leaseUntil - context.now()) / 1000))
    // Others learn that there is an import, and not which one.
    const named = running !== undefined && (privileged || running.actorId === caller.id) ? `The import ${running.id}` : 'Another import'
    const message = `${named} is running, and one import of an organization runs at a time. Wait for its end. If its server has crashed, wait ${seconds} seconds.`
    throw new RestError('import_running', message, { retryAfter: seconds })
  }
  if (beginning.outcome === 'taken') throw taken(id)
  if (beginning.outcome !== 'begun') return { id, ended: undefined }
  hold(orgId, size)
  return { id, ended: beginning.ended.finally(() => hold(orgId, -size)) }
}

/** Documents of requests that wait stay in the memory of this process. An organization has a share, so that none fills the memory alone. */
const mostBytesUnderWay = 268_435_456
const mostBytesOfOrganization = 67_108_864
const bytesUnderWay = new Map<string, number>()

function mayHold(orgId: string, size: number): boolean {
  const own = bytesUnderWay.get(orgId) ?? 0
  const all = [...bytesUnderWay.values()].reduce((sum, bytes) => sum + bytes, 0)
  return own + size <= mostBytesOfOrganization && all + size <= mostBytesUnderWay
}

function hold(orgId: string, size: number): void {
  const held = (bytesUnderWay.get(orgId) ?? 0) + size
  if (held > 0) bytesUnderWay.set(orgId, held)
  else bytesUnderWay.delete(orgId)
}

function queueFull({ metrics }: ImportsContext): RestError {
  metrics.count(quotaRefusals, { limit: composedName('imports_waiting') })
  return new RestError(
    'import_queue_full',
    `So many imports wait that no further one may: ${waitingOfOrganization} of an organization, ${waitingOfInstance} of the instance, or documents of 64 MiB of an organization and 256 MiB of all. Send it again when one has ended.`,
    { retryAfter: 60 },
  )
}

/**
 * Finds an import that the caller may see and continue: its own one, and every one for owners of the instance. A report holds what was
 * generated.
 * @throws RestError import_unknown
 */
export async function findImport(id: string, caller: User, context: ImportsContext): Promise<ImportJob> {
  const job = await find(id, context)
  if (job === undefined || !(await mayRead(job, caller, context))) {
    throw new RestError('import_unknown', 'No import has this id, or its report has expired. Check the id.')
  }
  return job
}

/**
 * @returns the report of an import, written page by page
 * @throws RestError import_unknown
 */
export async function answerReport(
  id: string,
  caller: User,
  context: ImportsContext,
  options: ReportTextOptions = { rows: true },
): Promise<Answer> {
  const job = await findImport(id, caller, context)
  return await streamed(encoded(reportText(job, { jobs: context.stores.importJobs, sealing: context.sealing }, options)), {})
}

async function sourceOf({ source }: ImportRequest, { storages = {}, storageLimits = {} }: ImportEndpointOptions): Promise<DocumentSource> {
  if (source.from === 'request') {
    return bytesSource(source.document, 'request', await sha256Of(source.document))
  }
  const { bucket, path } = source.object
  const limits = { ...usualStorageLimits, ...storageLimits }
  if (source.from === 'gcs') {
    return objectSource(await openStorageObject({ to: 'gcs', object: source.object }, storages), `gs://${bucket}/${path}`, limits)
  }
  const { endpoint } = source.object
  return objectSource(await openStorageObject({ to: 's3', object: source.object }, storages), `${endpoint} ${bucket}/${path}`, limits)
}

async function find(id: string, { stores, now }: ImportsContext): Promise<ImportJob | undefined> {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? await stores.importJobs.find(id, now()) : undefined
}

/** An import that does not exist may be begun by everybody. */
async function isOfAnother(id: string, caller: User, context: ImportsContext): Promise<boolean> {
  const job = await find(id, context)
  return job !== undefined && !(await mayRead(job, caller, context))
}

/** A user does not get the imports of an earlier user with the same id: their reports may hold secrets. */
async function mayRead({ actorId, startedAt }: ImportJob, caller: User, { stores }: ImportsContext): Promise<boolean> {
  return (actorId === caller.id && startedAt >= caller.createdAt) || isOwner(await stores.memberships.list(caller.id))
}

function taken(id: string): RestError {
  return new RestError('import_id_taken', `The id ${id} belongs to an import of another document or with other options. Choose another id.`)
}
