// `POST /admin/v1/export`: organizations as a document, from one moment, in the response or in a bucket.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { administrativeEndpoint, requireServiceUser } from '@symbolon/rest'
import type { ObjectStorages } from '@symbolon/transfer'
import { answerExport, readExport } from '../operations/answer-export.ts'

/** The storages that exports may name. */
export interface ExportEndpointOptions {
  readonly storages?: ObjectStorages
}

/** `POST /admin/v1/export`. Refuses with envelope_invalid, org_unknown, bucket_refused, bucket_unavailable, deadline_exceeded. */
export function exportEndpoint(options: ExportEndpointOptions = {}): AnyEndpoint {
  checkPartOptions('exportEndpoint', options, { storages: 'optional' })
  const { storages = {} } = options
  return administrativeEndpoint({
    name: 'export',
    path: '/admin/v1/export',
    method: 'POST',
    access: 'owner',
    freshProof: 'methods',
    stores: [],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      return await answerExport(await readExport(request), caller, context, storages)
    },
  })
}
