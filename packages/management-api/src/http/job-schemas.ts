// The JSON schemas of imports and exports.
import type { JsonSchema } from '@symbolon/schema-v2'

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

/** A request that begins an import. */
export const importRequest: JsonSchema = {
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

const forecast = {
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
} satisfies JsonSchema

const job = {
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
} satisfies JsonSchema

const rowsOf = (required: readonly string[], properties: JsonSchema['properties'] = {}): JsonSchema => ({
  type: 'array',
  items: { type: 'object', required, properties },
})

/** An import: its state and its numbers. */
export const importJob: JsonSchema = job

/** The report of an import. */
export const importReport: JsonSchema = {
  ...job,
  title: 'ImportReport',
  description: 'An import: its state and its numbers, and what became of each object. A list without entries is absent.',
  required: [...job.required, 'success'],
  properties: {
    ...job.properties,
    errors: rowsOf(['type', 'id', 'message'], { type: text, id: text, message: text }),
    success: {
      type: 'object',
      description: 'The objects that exist after the import, by organization and kind.',
      properties: { orgs: rowsOf(['orgId'], { orgId: text }) },
    },
    ledger: rowsOf(['path', 'reason', 'advice'], { path: text, reason: text, advice: text, count }),
    generated: rowsOf(['kind', 'key', 'path'], { kind: text, key: { type: 'array', items: text }, path: text }),
    signIns: {
      type: 'array',
      description: 'The forecast of each organization that has people.',
      items: {
        ...forecast,
        title: 'OrganizationSignInForecast',
        required: ['orgId', ...forecast.required],
        properties: { orgId: text, ...forecast.properties },
      },
    },
  },
}

/** A request that exports organizations. */
export const exportRequest: JsonSchema = {
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
