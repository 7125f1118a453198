// `POST /admin/v1/import`: takes the organizations of a document over, and answers when it is done with what became of each object.
// `GET /admin/v1/import/{id}`: how an import goes or went, also after its connection was lost; with `?rows=none` without its lists.
import type { AnyEndpoint, SecretHashing } from '@symbolon/core-protocol'
import type { ObjectStorages, StorageLimits } from '@symbolon/transfer'
import { administrativeEndpoint } from './administrative-endpoint.ts'
import { answerImport, answerReport } from './answer-import.ts'
import { requireServiceUser } from './service-user.ts'

export const importPath = '/admin/v1/import'

export interface ImportEndpointOptions {
  readonly hashing: SecretHashing
  readonly storages?: ObjectStorages
  /** Bytes of a document in the request; default 64 MiB. */
  readonly bodyLimit?: number
  readonly storageLimits?: Partial<StorageLimits>
}

export function importEndpoints(options: ImportEndpointOptions): readonly AnyEndpoint[] {
  const start = administrativeEndpoint({
    name: 'import',
    path: importPath,
    method: 'POST',
    stores: ['importJobs'],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      return await answerImport(request, caller, context, options)
    },
  })

  const look = administrativeEndpoint({
    name: 'report of an import',
    path: `${importPath}/:id`,
    method: 'GET',
    stores: ['importJobs'],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      const { pathname, searchParams } = new URL(request.url)
      return await answerReport(pathname.slice(importPath.length + 1), context, { rows: searchParams.get('rows') !== 'none' })
    },
  })
  return [start, look]
}
