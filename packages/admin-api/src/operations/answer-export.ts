// Exports by requests. The endpoint of existing clients and the management API share them.
import { json } from '@symbolon/core-protocol'
import type { Answer, HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { callerFacts, RestError, streamed } from '@symbolon/rest'
import { exportFacts, ledgerFacts, openExport, UnknownOrganizationError } from '@symbolon/transfer'
import type { Export, ObjectStorages } from '@symbolon/transfer'
import { readExportRequest } from '../requests/export-request.ts'
import type { ExportRequest, ExportTarget } from '../requests/export-request.ts'
import { readRequest } from '../requests/read-request.ts'
import { bucketError, openStorageObject } from './bucket-error.ts'

/** Bytes: thousands of ids. */
const requestLimit = 4 * 1024 * 1024

interface Work extends Export {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  /** Closes the export, and says in the audit trail how it went. */
  end(outcome: 'completed' | 'broken_off'): Promise<void>
}

/** @throws RestError envelope_invalid and those of `readRequest` */
export async function readExport(request: HttpRequest): Promise<ExportRequest> {
  const { members } = await readRequest(request, { limit: requestLimit, documents: [] })
  return readExportRequest(members)
}

/**
 * Writes an export into the answer, or into a bucket. The caller has checked that the user may have it. What cannot be ended in order is
 * broken off, so that no part of a document is ever taken for the whole.
 * @throws RestError org_unknown, bucket_refused, bucket_unavailable, deadline_exceeded
 */
export async function answerExport(
  exportRequest: ExportRequest,
  caller: User,
  context: RequestContext<'directory'>,
  storages: ObjectStorages,
): Promise<Answer> {
  const { target } = exportRequest
  if (target.to === 'response') return await respond(await begin(exportRequest, caller, context), context)
  const object = await openStorageObject(target, storages)
  const work = await begin(exportRequest, caller, context)
  try {
    await object.write(work.chunks, work.signal)
  } catch (error) {
    await work.end('broken_off')
    throw work.signal.aborted ? deadlineExceeded() : bucketError(error)
  }
  await work.end('completed')
  const { bucket, path } = target.object
  const ledger = work.ledger()
  return json(200, {
    bucket,
    path,
    ...work.measure(),
    counts: Object.fromEntries(work.counts),
    ...(ledger.length === 0 ? {} : { ledger }),
  })
}

async function begin({ selection, timeout, target }: ExportRequest, caller: User, context: RequestContext<'directory'>): Promise<Work> {
  const signal = AbortSignal.timeout(timeout)
  const step = (): void => {
    if (signal.aborted) throw deadlineExceeded()
  }
  const opened = await openExport(selection, { directory: context.stores.directory, sealing: context.sealing }, { timeout, step }).catch(
    refuse,
  )
  const who = callerFacts(caller, context)
  await context.audit({ type: 'export_started', ...who, details: { ...exportFacts(selection), target: nameOf(target) } })
  return {
    ...opened,
    signal,
    async end(outcome) {
      await opened.close()
      const details = { outcome, ...opened.measure(), ...Object.fromEntries(opened.counts), ...ledgerFacts(opened.ledger()) }
      await context.audit({ type: 'export_ended', ...who, details })
    },
  }
}

function refuse(error: unknown): never {
  throw error instanceof UnknownOrganizationError ? new RestError('org_unknown', error.message) : error
}

async function respond(work: Work, { log }: RequestContext): Promise<Answer> {
  return await streamed(work.chunks, {
    fields: { 'content-disposition': 'attachment; filename="export.json"' },
    ended: async () => await work.end('completed'),
    async brokenOff(error) {
      log.warn('export_broken_off', { reason: error instanceof Error ? error.message : String(error) })
      await work.end('broken_off')
    },
  })
}

/** Where the document goes, without credentials. */
function nameOf(target: ExportTarget): string {
  if (target.to === 'response') return 'response'
  const { bucket, path } = target.object
  return target.to === 'gcs' ? `gs://${bucket}/${path}` : `${target.object.endpoint} ${bucket}/${path}`
}

function deadlineExceeded(): RestError {
  return new RestError(
    'deadline_exceeded',
    'The export did not end within its timeout. Try again with a longer timeout, or export fewer organizations.',
  )
}
