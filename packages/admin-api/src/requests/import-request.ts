// The request of `POST /admin/v1/import`.
import { RestError } from '@symbolon/rest'
import type { DocumentFormat, GcsObject, ImportOptions, S3Object } from '@symbolon/transfer'
import * as v from 'valibot'
import { envelope, readEnvelope } from './envelope.ts'
import { flag, gcsObject, s3Object, timeout, usualTimeout } from './members.ts'

/** An import as it was requested. */
export interface ImportRequest {
  readonly source: ImportSource
  readonly options: ImportOptions
  /** Milliseconds. */
  readonly timeout: number
  /** The caller may choose it, so that the import can be found and repeated after a lost connection. */
  readonly jobId?: string
}

/** Where the document comes from. */
export type ImportSource = { readonly format: DocumentFormat } &
  /** The document's bytes. */
  (
    | { readonly from: 'request'; readonly document: Uint8Array }
    | { readonly from: 'gcs'; readonly object: GcsObject }
    | { readonly from: 's3'; readonly object: S3Object }
  )

/** It is read later, leniently. Here it is only bytes. */
const document = v.instance(Uint8Array, 'must be the document, as an object or as a string')

const schema = envelope({
  data_orgs: v.optional(document),
  data_orgsv1: v.optional(document),
  data_orgs_gcs: v.optional(gcsObject),
  data_orgsv1_gcs: v.optional(gcsObject),
  data_orgs_s3: v.optional(s3Object),
  data_orgsv1_s3: v.optional(s3Object),
  timeout: v.optional(timeout),
  dry_run: v.optional(flag),
  update: v.optional(flag),
  with_credentials: v.optional(flag),
  job_id: v.optional(
    v.pipe(v.string('must be a string'), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must have 1 to 64 letters, digits, hyphens and underscores')),
  ),
})

const sourceNames = 'data_orgs, data_orgsv1, data_orgs_gcs, data_orgsv1_gcs, data_orgs_s3 and data_orgsv1_s3'

/**
 * @param body its documents as bytes, as `readRequest` finds them
 * @throws RestError envelope_invalid
 */
export function readImportRequest(body: unknown): ImportRequest {
  const request = readEnvelope(schema, body)
  const sources: readonly ImportSource[] = [
    ...inline('v2', request.data_orgs),
    ...inline('v1', request.data_orgsv1),
    ...(request.data_orgs_gcs === undefined ? [] : [{ format: 'v2', from: 'gcs', object: request.data_orgs_gcs } as const]),
    ...(request.data_orgsv1_gcs === undefined ? [] : [{ format: 'v1', from: 'gcs', object: request.data_orgsv1_gcs } as const]),
    ...(request.data_orgs_s3 === undefined ? [] : [{ format: 'v2', from: 's3', object: request.data_orgs_s3 } as const]),
    ...(request.data_orgsv1_s3 === undefined ? [] : [{ format: 'v1', from: 's3', object: request.data_orgsv1_s3 } as const]),
  ]
  const [source, second] = sources
  if (source === undefined) throw new RestError('envelope_invalid', `The body names no source. Give one of ${sourceNames}.`)
  if (second !== undefined) throw new RestError('envelope_invalid', `The body names more than one source. Keep one of ${sourceNames}.`)
  return {
    source,
    options: { dryRun: request.dry_run ?? false, update: request.update ?? false, withCredentials: request.with_credentials ?? false },
    timeout: request.timeout ?? usualTimeout,
    ...(request.job_id === undefined ? {} : { jobId: request.job_id }),
  }
}

function inline(format: DocumentFormat, given: Uint8Array | undefined): readonly ImportSource[] {
  return given === undefined ? [] : [{ format, from: 'request', document: given }]
}
