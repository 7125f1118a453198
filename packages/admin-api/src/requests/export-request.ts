// The request of `POST /admin/v1/export`.
import { RestError } from '@symbolon/rest'
import type { ExportSelection, GcsObject, S3Object } from '@symbolon/transfer'
import * as v from 'valibot'
import { envelope, readEnvelope } from './envelope.ts'
import { flag, gcsObject, identifiers, s3Object, timeout, usualTimeout } from './members.ts'

/** An export as it was requested. */
export interface ExportRequest {
  readonly selection: ExportSelection
  /** Milliseconds. */
  readonly timeout: number
  readonly target: ExportTarget
}

/** Where the document goes. */
export type ExportTarget =
  | { readonly to: 'response' }
  | { readonly to: 'gcs'; readonly object: GcsObject }
  | { readonly to: 's3'; readonly object: S3Object }

const schema = envelope({
  org_ids: v.optional(identifiers),
  excluded_org_ids: v.optional(identifiers),
  with_passwords: v.optional(flag),
  with_otp: v.optional(flag),
  with_credentials: v.optional(flag),
  timeout: v.optional(timeout),
  response_output: v.optional(flag),
  gcs_output: v.optional(gcsObject),
  s3_output: v.optional(s3Object),
})

/** @throws RestError envelope_invalid */
export function readExportRequest(body: unknown): ExportRequest {
  const request = readEnvelope(schema, body)
  const targets: readonly ExportTarget[] = [
    ...(request.response_output === true ? [{ to: 'response' } as const] : []),
    ...(request.gcs_output === undefined ? [] : [{ to: 'gcs', object: request.gcs_output } as const]),
    ...(request.s3_output === undefined ? [] : [{ to: 's3', object: request.s3_output } as const]),
  ]
  if (targets.length > 1) {
    throw new RestError('envelope_invalid', 'The body names more than one target. Keep one of response_output, gcs_output and s3_output.')
  }
  return {
    selection: {
      orgIds: request.org_ids ?? [],
      excludedOrgIds: request.excluded_org_ids ?? [],
      withPasswords: request.with_passwords ?? false,
      withOtp: request.with_otp ?? false,
      withCredentials: request.with_credentials ?? false,
    },
    timeout: request.timeout ?? usualTimeout,
    target: targets[0] ?? { to: 'response' },
  }
}
