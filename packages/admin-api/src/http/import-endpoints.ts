// `POST /admin/v1/import`: imports the organizations of a document, and answers at the end with what became of each object. `GET
// /admin/v1/import/{id}`: the report of an import, also while it runs and after a lost connection; `?rows=none` leaves its lists out.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { administrativeEndpoint, requireServiceUser, RestError } from '@symbolon/rest'
import type { ImportEnd } from '@symbolon/transfer'
import { storesOf } from './apply-endpoint.ts'
import { answerReport, readImport, startImport } from '../operations/start-import.ts'
import type { ImportEndpointOptions } from '../operations/start-import.ts'

/** The path of imports; the report of one is below it. */
const importPath = '/admin/v1/import'

/** `POST /admin/v1/import` and `GET /admin/v1/import/{id}`. */
export function importEndpoints(options: ImportEndpointOptions): readonly AnyEndpoint[] {
  checkPartOptions('importEndpoints', options, {
    hashing: 'required',
    passkeys: 'optional',
    storages: 'optional',
    bodyLimit: 'optional',
    storageLimits: 'optional',
  })
  const start = administrativeEndpoint({
    name: 'import',
    path: importPath,
    method: 'POST',
    access: 'manager',
    freshProof: 'methods',
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
    freshProof: 'methods',
    stores: ['importJobs'],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      const rows = new URLSearchParams(request.query).get('rows') !== 'none'
      return await answerReport(request.path.slice(importPath.length + 1), caller, context, { rows })
    },
  })
  return [start, look]
}

/**
 * Runs the import of a request to `POST /admin/v1/import`.
 * @returns the report, when the import has ended
 * @throws RestError envelope_invalid, import_running, import_id_taken, import_incomplete, deadline_exceeded and those of `readRequest`
 */
async function answerImport(
  request: HttpRequest,
  caller: User,
  context: RequestContext<'directory' | 'importJobs' | 'memberships' | 'users'>,
  options: ImportEndpointOptions,
): Promise<Answer> {
  const { id, ended } = await startImport(await readImport(request, options), caller, context, options)
  if (ended !== undefined) throwUnlessComplete(id, await ended)
  return await answerReport(id, caller, context)
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
  if (stoppedBy === 'request') {
    throw new RestError('import_ended', `The import was stopped on request. Send the same request with "job_id": "${id}" to resume it.`)
  }
  if (state === 'stopped') {
    throw new RestError(
      'deadline_exceeded',
      `The import stopped at its timeout. Send the same request with "job_id": "${id}" to resume it.`,
    )
  }
}
