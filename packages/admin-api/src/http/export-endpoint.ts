// `POST /admin/v1/export`: organizations as a document, from one moment, in the answer or in a bucket. What cannot be ended in order is
// broken off, so that no part of a document is ever taken for the whole.
import { json } from '@symbolon/core-protocol'
import type { AnyEndpoint, RequestContext, User } from '@symbolon/core-protocol'
import { chooseOrgs } from '../export/chosen-orgs.ts'
import { exportDocument } from '../export/export-document.ts'
import { measured } from '../export/measure.ts'
import type { Measured } from '../export/measure.ts'
import type { ObjectStorages } from '../ports/object-storage.ts'
import { readExportRequest } from '../requests/export-request.ts'
import type { ExportRequest, ExportTarget } from '../requests/export-request.ts'
import { readRequest } from '../requests/read-request.ts'
import { administrativeEndpoint } from './administrative-endpoint.ts'
import { bucketError, openStorageObject } from './bucket-error.ts'
import { callerFacts } from './caller-facts.ts'
import { RestError } from './rest-error.ts'
import { requireServiceUser } from './service-user.ts'
import { streamed } from './streamed.ts'

export const exportPath = '/admin/v1/export'

export interface ExportEndpointOptions {
  readonly storages?: ObjectStorages
}

/** Bytes: thousands of ids. */
const requestLimit = 4 * 1024 * 1024

interface Work extends Measured {
  readonly counts: ReadonlyMap<string, number>
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  /** Closes the snapshot, and says in the audit trail how it went. */
  end(outcome: 'completed' | 'broken_off'): Promise<void>
}

export function exportEndpoint({ storages = {} }: ExportEndpointOptions = {}): AnyEndpoint {
  return administrativeEndpoint({
    name: 'export',
    path: exportPath,
    method: 'POST',
    stores: [],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      const { members } = await readRequest(request, { limit: requestLimit, documents: [] })
      const exportRequest = readExportRequest(members)
      const { target } = exportRequest
      const object = target.to === 'response' ? undefined : await openStorageObject(target, storages)
      const work = await begin(exportRequest, caller, context)
      if (object === undefined || target.to === 'response') {
        return await streamed(work.chunks, {
          headers: { 'content-disposition': 'attachment; filename="export.json"' },
          ended: async () => await work.end('completed'),
          async brokenOff(error) {
            context.log.warn('export_broken_off', { reason: error instanceof Error ? error.message : String(error) })
            await work.end('broken_off')
          },
        })
      }
      try {
        await object.write(work.chunks, work.signal)
        await work.end('completed')
        const { bucket, path } = target.object
        return json(200, { bucket, path, ...work.measure(), counts: Object.fromEntries(work.counts) })
      } catch (error) {
        await work.end('broken_off')
        throw work.signal.aborted ? deadlineExceeded() : bucketError(error)
      }
    },
  })
}

async function begin({ selection, timeout, target }: ExportRequest, caller: User, context: RequestContext<'directory'>): Promise<Work> {
  const signal = AbortSignal.timeout(timeout)
  const snapshot = await context.stores.directory.snapshot(timeout + 10_000)
  try {
    const orgs = await chooseOrgs(selection, snapshot)
    const counts = new Map<string, number>()
    const step = (): void => {
      if (signal.aborted) throw deadlineExceeded()
    }
    const who = callerFacts(caller, context)
    await context.audit({ type: 'export_started', ...who, details: { ...detailsOf(selection), target: placeOf(target) } })
    const { chunks, measure } = measured(exportDocument(selection, { snapshot, sealing: context.sealing, orgs, step, counts }))
    return {
      chunks,
      measure,
      counts,
      signal,
      async end(outcome) {
        await snapshot.close()
        const { bytes, sha256 } = measure()
        await context.audit({ type: 'export_ended', ...who, details: { outcome, bytes, sha256, ...Object.fromEntries(counts) } })
      },
    }
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

function deadlineExceeded(): RestError {
  return new RestError('deadline_exceeded', 'The export did not end within its timeout.')
}

/** Where it goes: without credentials. */
function placeOf(target: ExportTarget): string {
  if (target.to === 'response') return 'response'
  const { bucket, path } = target.object
  return target.to === 'gcs' ? `gs://${bucket}/${path}` : `${target.object.endpoint} ${bucket}/${path}`
}

function detailsOf({ orgIds, excludedOrgIds, withPasswords, withOtp, withCredentials }: ExportRequest['selection']): Readonly<Record<string, string | boolean>> {
  return { withPasswords, withOtp, withCredentials, ...listed('orgIds', orgIds), ...listed('excludedOrgIds', excludedOrgIds) }
}

const mostListed = 20

function listed(name: string, ids: readonly string[]): Readonly<Record<string, string>> {
  if (ids.length === 0) return {}
  return { [name]: ids.slice(0, mostListed).join(', ') + (ids.length > mostListed ? ` and ${ids.length - mostListed} others` : '') }
}
