// `POST /admin/v1/import`: imports the organizations of a document, and answers at the end with what became of each object. `GET
// /admin/v1/import/{id}`: the report of an import, also while it runs and after a lost connection; `?rows=none` leaves its lists out.
import { userAuthority } from '@symbolon/provisioning'
import type { Answer, AnyEndpoint, HttpRequest, ImportJob, RequestContext, SecretHashing, User } from '@symbolon/core-protocol'
import type { PasskeyRules } from '@symbolon/provisioning'
import { beginImport, bytesSource, objectSource, reportText, sha256Of, usualStorageLimits } from '@symbolon/transfer'
import type { DocumentSource, ImportEnd, ObjectStorages, ReportTextOptions, StorageLimits } from '@symbolon/transfer'
import { readImportRequest } from '../requests/import-request.ts'
import type { ImportRequest } from '../requests/import-request.ts'
import { readRequest } from '../requests/read-request.ts'
import { RestError } from '../rest-error.ts'
import { storesOf } from './apply-endpoint.ts'
import { administrativeEndpoint } from './administrative-endpoint.ts'
import { encoded, streamed } from './bodies.ts'
import { openStorageObject } from './bucket-error.ts'
import { isOwner, requireServiceUser } from './caller.ts'

/** The path of imports; the report of one is below it. */
export const importPath = '/admin/v1/import'

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

/** `POST /admin/v1/import` and `GET /admin/v1/import/{id}`. */
export function importEndpoints(options: ImportEndpointOptions): readonly AnyEndpoint[] {
  const start = administrativeEndpoint({
    name: 'import',
    path: importPath,
    method: 'POST',
    access: 'manager',
    stores: ['importJobs', ...storesOf(options.passkeys)],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      return await answerImport(request, caller, context, options)
    },
  })

  const look = administrativeEndpoint({
    name: 'report of an import',
    path: `${importPath}/:id`,
    method: 'GET',
    access: 'manager',
    stores: ['importJobs'],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      const rows = new URLSearchParams(request.query).get('rows') !== 'none'
      const id = request.path.slice(importPath.length + 1)
      if (!(await mayRead(id, caller, context))) throw unknown()
      return await answerReport(id, context, { rows })
    },
  })
  return [start, look]
}

const usualBodyLimit = 64 * 1024 * 1024

/**
 * Runs the import of a request to `POST /admin/v1/import`.
 * @returns the report, when the import has ended
 * @throws RestError envelope_invalid, import_running, import_id_taken, import_incomplete, deadline_exceeded and those of `readRequest`
 */
export async function answerImport(
  request: HttpRequest,
  caller: User,
  context: RequestContext<'directory' | 'importJobs' | 'memberships'>,
  options: ImportEndpointOptions,
): Promise<Answer> {
  const { members, documents } = await readRequest(request, { limit: options.bodyLimit ?? usualBodyLimit, documents: inlineMembers })
  const asked = readImportRequest({ ...members, ...Object.fromEntries(documents) })
  const id = asked.jobId ?? context.randomToken()
  if (asked.jobId !== undefined && !(await mayRead(id, caller, context))) throw taken(id)
  const source = await sourceOf(asked, options)
  const authority = userAuthority(caller, context.stores.memberships)
  const task = { ...asked, id, source, format: asked.source.format, actorId: caller.id, authority }
  const beginning = await beginImport(task, { ...context, hashing: options.hashing, passkeys: options.passkeys })
  if (beginning.outcome === 'running') {
    const seconds = Math.max(1, Math.ceil((beginning.leaseUntil - context.now()) / 1000))
    const message = `The import ${beginning.id} is running, and one import runs at a time. Wait for its end. If its server has crashed, wait ${seconds} seconds.`
    throw new RestError('import_running', message, { retryAfter: seconds })
  }
  if (beginning.outcome === 'taken') throw taken(id)
  if (beginning.outcome === 'begun') throwUnlessComplete(id, await beginning.ended)
  return await answerReport(id, context)
}

/**
 * @returns the report of an import, written page by page
 * @throws RestError import_unknown
 */
export async function answerReport(
  id: string,
  context: RequestContext<'importJobs'>,
  options: ReportTextOptions = { rows: true },
): Promise<Answer> {
  const job = await find(id, context)
  return await streamed(encoded(reportText(job, { jobs: context.stores.importJobs, sealing: context.sealing }, options)), {})
}

function throwUnlessComplete(id: string, { state, stoppedBy, facts: { problem } }: ImportEnd): void {
  if (problem !== undefined) {
    throw new RestError(
      problem.id,
      `${problem.message} Objects that were imported before are kept. GET /admin/v1/import/${id} answers the report.`,
    )
  }
  if (stoppedBy === 'takeover') {
    throw new RestError(
      'import_running',
      `Another call resumed the import ${id} and runs it now. GET /admin/v1/import/${id} answers its state.`,
    )
  }
  if (state === 'stopped') {
    throw new RestError(
      'deadline_exceeded',
      `The import stopped at its timeout. Send the same request with "job_id": "${id}" to resume it.`,
    )
  }
}

const inlineMembers = ['data_orgs', 'dataOrgs', 'data_orgsv1', 'dataOrgsv1']

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

async function find(id: string, { stores, now }: RequestContext<'importJobs'>): Promise<ImportJob> {
  const job = isId(id) ? await stores.importJobs.find(id, now()) : undefined
  if (job === undefined) throw unknown()
  return job
}

/**
 * Whether the caller may see the report of an import and continue it: those who began it and owners of the instance. A report holds what
 * was generated. An import that does not exist may be begun by everybody.
 */
async function mayRead(id: string, caller: User, { stores, now }: RequestContext<'importJobs' | 'memberships'>): Promise<boolean> {
  const job = isId(id) ? await stores.importJobs.find(id, now()) : undefined
  return job === undefined || job.actorId === caller.id || isOwner(await stores.memberships.list(caller.id))
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id)
}

function unknown(): RestError {
  return new RestError('import_unknown', 'No import has this id, or its report has expired. Check the id.')
}

function taken(id: string): RestError {
  return new RestError('import_id_taken', `The id ${id} belongs to an import of another document or with other options. Choose another id.`)
}
