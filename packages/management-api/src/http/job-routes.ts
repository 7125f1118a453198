// The routes of imports and exports. A person needs a fresh proof for them.
import { readExport, readImport } from '@symbolon/admin-api'
import { json } from '@symbolon/core-protocol'
import type { ObjectStorages } from '@symbolon/transfer'
import { exportOrganizations } from '../operations/exports.ts'
import { answerImportReport, beginImport, getImport, importStores, listImports, stopImport } from '../operations/imports.ts'
import type { ImportSettings } from '../operations/imports.ts'
import { exportRequest, importJob, importReport, importRequest } from './job-schemas.ts'
import { limitParameter, readLimit } from './query.ts'
import { defineRoute, listOf, managementPath } from './route.ts'
import type { AnyRoute } from './route.ts'

const group = 'Imports and exports'

/** What the routes of imports and exports need. */
export interface JobRouteOptions extends ImportSettings {
  readonly storages?: ObjectStorages
}

/** @returns the routes of imports and exports */
export function jobRoutes(options: JobRouteOptions): readonly AnyRoute[] {
  // The table of passkeys is there only if something needs it.
  const stores = [...importStores, ...(options.passkeys === undefined ? [] : (['passkeys'] as const))]
  return [
    defineRoute({
      path: '/imports',
      group,
      stores,
      operations: {
        GET: {
          id: 'listImports',
          permission: { action: 'list', subject: 'import' },
          summary: 'Lists the imports that were begun last, for owners of the instance those of everybody',
          query: [limitParameter],
          answer: listOf(importJob),
          status: 200,
          handle: async ({ query, management, context }) =>
            json(200, { items: await listImports({ limit: readLimit(query) }, management, context) }),
        },
        POST: {
          id: 'beginImport',
          permission: { plans: 'document' },
          summary: 'Begins an import of a document, or continues the one with this id',
          body: { json: importRequest },
          answer: { json: importJob },
          status: 202,
          async handle({ request, management, context }) {
            const asked = await readImport(request, { ...options, hashing: management.hashing })
            const job = await beginImport(asked, options, management, context)
            return json(202, job, { location: `${managementPath}/imports/${job.jobId}` })
          },
        },
      },
    }),
    defineRoute({
      path: '/imports/:importId',
      group,
      stores: importStores,
      operations: {
        GET: {
          id: 'getImport',
          permission: { action: 'get', subject: 'import' },
          summary: 'Reads the state and the numbers of an import',
          answer: { json: importJob },
          status: 200,
          handle: async ({ parameters: { importId = '' }, management, context }) =>
            json(200, await getImport(importId, management, context)),
        },
      },
    }),
    defineRoute({
      path: '/imports/:importId/stop',
      group,
      stores: importStores,
      operations: {
        POST: {
          id: 'stopImport',
          permission: { action: 'get', subject: 'import' },
          summary: 'Asks a running import to stop, which it does within some seconds. What it has changed stays, and it can be continued',
          answer: { json: importJob },
          status: 202,
          handle: async ({ parameters: { importId = '' }, management, context }) =>
            json(202, await stopImport(importId, management, context)),
        },
      },
    }),
    defineRoute({
      path: '/imports/:importId/report',
      group,
      stores: importStores,
      operations: {
        GET: {
          id: 'readImportReport',
          permission: { action: 'get', subject: 'import' },
          summary: 'Reads the report of an import: what became of each object, and what was generated',
          answer: { json: importReport },
          status: 200,
          async handle({ parameters: { importId = '' }, management, context }) {
            return await answerImportReport(importId, management, context)
          },
        },
      },
    }),
    defineRoute({
      path: '/exports',
      group,
      operations: {
        POST: {
          id: 'exportOrgs',
          permission: { action: 'create', subject: 'export' },
          summary: 'Exports organizations as a document, from one moment, as the answer or into a bucket',
          body: { json: exportRequest },
          answer: { json: { title: 'ExportedDocument', description: 'A document; empty where it went into a bucket.', type: 'object' } },
          status: 200,
          async handle({ request, management, context }) {
            return await exportOrganizations(await readExport(request), options.storages ?? {}, management, context)
          },
        },
      },
    }),
  ]
}
