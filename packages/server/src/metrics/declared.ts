// The metrics of the provider itself. Parts declare their own.
import { defineMetric, quotaRefusals, rateLimited } from '@symbolon/core-protocol'
import type { Metric, SigningAlgorithm } from '@symbolon/core-protocol'

/** Seconds. https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpserverrequestduration */
const durations = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** Seconds. A lookup in a local database takes a tenth of a millisecond. */
const shortDurations = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

const algorithms: readonly SigningAlgorithm[] = ['RS256', 'ES256', 'EdDSA']

const requestLabels = {
  // The name of the endpoint; `none` where no endpoint has the path.
  endpoint: 'composed',
  method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
  status_class: ['1xx', '2xx', '3xx', '4xx', '5xx'],
} as const
/** The methods of endpoints. Every other one counts as `other`. */
export const countedMethods: typeof requestLabels.method = requestLabels.method
/** The time from a request to its answer. */
export const requestDuration: Metric<'histogram', typeof requestLabels> = defineMetric({
  kind: 'histogram',
  name: 'symbolon_http_request_duration_seconds',
  help: 'The time from a request to its answer.',
  labels: requestLabels,
  buckets: durations,
})

// Parts bring error codes. All of them are written in sources.
const errorLabels = { endpoint: 'composed', error: 'composed' } as const
/** Error responses to clients and users. */
export const oauthErrors: Metric<'counter', typeof errorLabels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_oauth_errors_total',
  help: 'Error responses to clients and users.',
  labels: errorLabels,
})

const signInLabels = { step: ['sign_in', 'first_factor', 'second_factor'], outcome: ['succeeded', 'failed'] } as const
/** `sign_in`: sign-ins that were completed. Factors: those that were refused, and second ones that were accepted. */
export const signIns: Metric<'counter', typeof signInLabels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_logins_total',
  help: 'Sign-ins that were completed, and factors that were refused or accepted.',
  labels: signInLabels,
})

/** Failures after which further tries are blocked for a time. */
export const lockouts: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_lockouts_total',
  help: 'Failures after which further tries are blocked for a time.',
  labels: {},
})

/** Authorization codes that were used again. */
export const codeReuse: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_code_reuse_total',
  help: 'Authorization codes that were used again.',
  labels: {},
})

/** Refresh tokens that were used again. */
export const refreshReuse: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_refresh_reuse_total',
  help: 'Refresh tokens that were used again, so that their family was revoked.',
  labels: {},
})

const operationLabels = { store: 'composed', verb: 'composed', outcome: ['succeeded', 'failed'] } as const
/** The time of a call of a store. A lookup that is answered from memory counts too. */
export const storageOperation: Metric<'histogram', typeof operationLabels> = defineMetric({
  kind: 'histogram',
  name: 'symbolon_storage_operation_seconds',
  help: 'The time of a call of a store.',
  labels: operationLabels,
  buckets: shortDurations,
})

/** Writes that wait for their turn. */
export const waitingWrites: Metric<'gauge', Record<never, never>> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_storage_write_queue_length',
  help: 'Writes that wait for their turn.',
  labels: {},
})

const connectionLabels = { state: ['busy', 'idle', 'waiting'] } as const
/** Connections to the database. */
export const connections: Metric<'gauge', typeof connectionLabels> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_storage_pool',
  help: 'Connections to the database, and requests that wait for one.',
  labels: connectionLabels,
})

const lookupLabels = { result: ['memory', 'database'] } as const
/** Lookups that may be answered from memory. */
export const cachedLookups: Metric<'counter', typeof lookupLabels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_storage_cached_lookups_total',
  help: 'Lookups that may be answered from memory, by what answered.',
  labels: lookupLabels,
})

/** Calls of the storage that were repeated. */
export const repeatedCalls: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_storage_retries_total',
  help: 'Calls that were repeated because they lost against another transaction.',
  labels: {},
})

/** Commits or statements that writes share. */
export const writeGroups: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_storage_groups_total',
  help: 'Commits or statements that writes of several callers may share.',
  labels: {},
})

/** The writes in them. */
export const groupedWrites: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_storage_grouped_writes_total',
  help: 'Writes in these commits or statements.',
  labels: {},
})

const deletedLabels = { store: 'composed' } as const
/** Expired rows that were deleted. */
export const sweepDeleted: Metric<'counter', typeof deletedLabels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_sweep_deleted_total',
  help: 'Expired rows that were deleted.',
  labels: deletedLabels,
})

const importLabels = { state: ['running', 'waiting'] } as const
/** Imports under way. */
export const imports: Metric<'gauge', typeof importLabels> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_imports',
  help: 'Imports that run, and imports that wait for their turn.',
  labels: importLabels,
})

const keyLabels: { readonly alg: readonly SigningAlgorithm[] } = { alg: algorithms }
/** The time since the key that signs was made. */
export const signingKeyAge: Metric<'gauge', typeof keyLabels> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_signing_key_age_seconds',
  help: 'The time since the key that signs was made.',
  labels: keyLabels,
})

/** Whether requests can be answered. */
export const ready: Metric<'gauge', Record<never, never>> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_ready',
  help: '1 if requests can be answered, else 0.',
  labels: {},
})

/** By how much the clock of the database is ahead. */
export const clockOffset: Metric<'gauge', Record<never, never>> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_clock_offset_seconds',
  help: 'By how much the clock of the database is ahead of that of this process.',
  labels: {},
})

/** All of them. */
export const providerMetrics: readonly Metric[] = [
  requestDuration,
  oauthErrors,
  rateLimited,
  quotaRefusals,
  signIns,
  lockouts,
  codeReuse,
  refreshReuse,
  storageOperation,
  waitingWrites,
  connections,
  cachedLookups,
  repeatedCalls,
  writeGroups,
  groupedWrites,
  sweepDeleted,
  imports,
  signingKeyAge,
  ready,
  clockOffset,
]
