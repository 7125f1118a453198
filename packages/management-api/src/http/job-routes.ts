// The routes of imports and exports. A person needs a fresh proof for them.
import { readExport, readImport } from '@symbolon/admin-api'
import { json } from '@symbolon/core-protocol'
import type { JsonSchema } from '@symbolon/schema-v2'
import type { ObjectStorages } from '@symbolon/transfer'
import { exportOrganizations } from '../operations/exports.ts'
import { answerImportReport, beginImport, getImport, importStores, listImports, stopImport } from '../operations/imports.ts'
import type { ImportSettings } from '../operations/imports.ts'
import { limitParameter, readLimit } from './query.ts'
import { defineRoute, listOf, managementPath } from './route.ts'
import type { AnyRoute } from './route.ts'

const group = 'Imports and exports'
const text = { type: 'string' } as const
const flag = { type: 'boolean', description: 'The default is false.' } as const
const count = { type: 'integer', minimum: 0 } as const
const duration = { type: 'string', description: 'A duration such as `30s`, `10m` or `1h30m`. The default is 10m.' } as const
const document = { type: ['object', 'string'], description: 'The document, as JSON or as a text that holds it.' } as const

const gcsObject: JsonSchema = {
  title: 'GcsObject',
  description: 'An object in a bucket of Google Cloud Storage.',
  type: 'object',
  additionalProperties: false,
  required: ['bucket', 'path', 'serviceaccountJson'],
  properties: { bucket: text, path: text, serviceaccountJson: { type: 'string', description: 'Base64 of the key file.' } },
}

const s3Object: JsonSchema = {
  title: 'S3Object',
  description: 'An object in a bucket of an S3-compatible storage.',
  type: 'object',
  additionalProperties: false,
  required: ['bucket', 'path', 'endpoint', 'accessKeyId', 'secretAccessKey'],
  properties: {
    bucket: text,
    path: text,
    endpoint: text,
    ssl: { type: 'boolean' },
    region: text,
    accessKeyId: text,
    secretAccessKey: text,
  },
}

const importRequest: JsonSchema = {
  title: 'ImportRequest',
  type: 'object',
  additionalProperties: false,
  description: 'One source, and how it is imported.',
  properties: {
    dataOrgs: document,
    dataOrgsv1: document,
    dataOrgsGcs: gcsObject,
    dataOrgsv1Gcs: gcsObject,
    dataOrgsS3: s3Object,
    dataOrgsv1S3: s3Object,
    dryRun: flag,
    update: flag,
    withCredentials: flag,
    jobId: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    timeout: duration,
  },
}

const forecast: JsonSchema = {
  title: 'SignInForecast',
  description:
    'How many people are able to sign in after the import, and by what; how many are not, by reason. A person with several ways counts in each of them.',
  type: 'object',
  required: ['people', 'able', 'unable', 'by', 'reasons'],
  properties: {
    people: count,
    able: count,
    unable: count,
    by: { type: 'object', properties: { password: count, passkey: count, provider: count } },
    reasons: { type: 'object', additionalProperties: count },
  },
}

const importJob: JsonSchema = {
  title: 'Import',
  description: 'An import: its state and its numbers.',
  type: 'object',
  required: ['jobId', 'state', 'startedAt', 'updatedAt', 'source', 'dryRun', 'update', 'withCredentials', 'progress', 'counts'],
  properties: {
    jobId: text,
    state: { type: 'string', enum: ['waiting', 'running', 'completed', 'stopped', 'failed', 'interrupted'] },
    startedAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    source: text,
    queuePosition: count,
    dryRun: { type: 'boolean' },
    update: { type: 'boolean' },
    withCredentials: { type: 'boolean' },
    progress: {
      type: 'object',
      required: ['bytes', 'objects', 'settled'],
      properties: { bytes: count, objects: count, settled: count },
    },
    counts: { type: 'object', additionalProperties: count },
    signIn: forecast,
    problem: { type: 'object', required: ['id', 'message'], properties: { id: text, message: text } },
  },
}

const exportRequest: JsonSchema = {
  title: 'ExportRequest',
  type: 'object',
  additionalProperties: false,
  properties: {
    orgIds: { type: 'array', items: text },
    excludedOrgIds: { type: 'array', items: text },
    withPasswords: flag,
    withOtp: flag,
    withCredentials: flag,
    timeout: duration,
    responseOutput: flag,
    gcsOutput: gcsObject,
    s3Output: s3Object,
  },
}

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
          answer: { json: importJob },
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
