// `POST /admin/v1/export`: organizations as a document, from one moment, in the answer or in a bucket.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ObjectStorages } from '@symbolon/transfer'
import { administrativeEndpoint } from './administrative-endpoint.ts'
import { answerExport } from './answer-export.ts'
import { requireServiceUser } from './service-user.ts'

export const exportPath = '/admin/v1/export'

export interface ExportEndpointOptions {
  readonly storages?: ObjectStorages
}

export function exportEndpoint({ storages = {} }: ExportEndpointOptions = {}): AnyEndpoint {
  return administrativeEndpoint({
    name: 'export',
    path: exportPath,
    method: 'POST',
    stores: [],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      return await answerExport(request, caller, context, storages)
    },
  })
}
