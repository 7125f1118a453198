// Errors of the administrative endpoints, in the shape that existing clients know: a gRPC code, a text, and details.
// https://grpc.github.io/grpc/core/md_doc_statuscodes.html
import { json } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'

/** A stable code for programs: the `id` of the error in its details. */
export type RestErrorId =
  | 'backup_failed'
  | 'body_malformed'
  | 'body_too_large'
  | 'bucket_refused'
  | 'bucket_unavailable'
  | 'content_encoding'
  | 'content_type'
  | 'deadline_exceeded'
  | 'entry_invalid'
  | 'entry_refused'
  | 'entry_taken'
  | 'document_invalid'
  | 'envelope_invalid'
  | 'feature_unavailable'
  | 'feature_unknown'
  | 'import_ended'
  | 'import_id_taken'
  | 'import_incomplete'
  | 'import_queue_full'
  | 'import_running'
  | 'import_unknown'
  | 'insufficient_user_authentication'
  | 'internal'
  | 'key_revoked'
  | 'key_unknown'
  | 'master_key_unknown'
  | 'org_unknown'
  | 'permission_denied'
  | 'precondition_failed'
  | 'query_malformed'
  | 'resource_unknown'
  | 'restore_failed'
  | 'restore_refused'
  | 'restore_running'
  | 'storage_full'
  | 'storage_unavailable'
  | 'too_many_requests'
  | 'unauthenticated'
  | 'user_not_active'
  | 'user_not_invitable'
  | 'user_unknown'

const codes: Readonly<Record<RestErrorId, readonly [grpc: number, status: number]>> = {
  backup_failed: [13, 500],
  body_malformed: [3, 400],
  body_too_large: [3, 413],
  bucket_refused: [9, 400],
  bucket_unavailable: [14, 503],
  content_encoding: [3, 415],
  content_type: [3, 400],
  deadline_exceeded: [4, 504],
  entry_invalid: [3, 400],
  entry_refused: [9, 400],
  entry_taken: [6, 409],
  document_invalid: [3, 400],
  envelope_invalid: [3, 400],
  feature_unavailable: [3, 400],
  feature_unknown: [3, 400],
  import_ended: [9, 409],
  import_id_taken: [10, 409],
  import_incomplete: [14, 503],
  import_queue_full: [8, 429],
  import_running: [10, 409],
  import_unknown: [5, 404],
  insufficient_user_authentication: [16, 401],
  internal: [13, 500],
  key_revoked: [9, 400],
  key_unknown: [5, 404],
  master_key_unknown: [9, 400],
  org_unknown: [5, 404],
  permission_denied: [7, 403],
  precondition_failed: [9, 412],
  query_malformed: [3, 400],
  resource_unknown: [5, 404],
  restore_failed: [13, 500],
  restore_refused: [9, 400],
  restore_running: [10, 409],
  storage_full: [8, 503],
  storage_unavailable: [14, 503],
  too_many_requests: [8, 429],
  unauthenticated: [16, 401],
  user_not_active: [9, 400],
  user_not_invitable: [9, 400],
  user_unknown: [5, 404],
}

/** A mistake of the caller. The message is public and holds nothing of the input but paths. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly id: RestErrorId
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  /** The members of the body that are at fault. */
  readonly fieldViolations: readonly FieldViolation[]
  /** Further members of the body: what was done before the error. */
  readonly members: object
  /** What the token lacks: the parameters of the challenge. */
  readonly challenge: Readonly<Record<string, string>>

  constructor(id: RestErrorId, message: string, { retryAfter, fieldViolations = [], challenge = {}, members = {} }: RestErrorOptions = {}) {
    super(message)
    this.id = id
    this.challenge = challenge
    this.members = members
    this.retryAfter = retryAfter
    this.fieldViolations = fieldViolations
  }
}

/** A member of the body that is at fault. */
export interface FieldViolation {
  /** The path of the member, e.g. `app.redirectUris[1]`; empty for the whole body. */
  readonly field: string
  /** A stable code for programs. */
  readonly reason: string
  readonly description: string
}

/** The members of an error in addition to its message. */
export interface RestErrorOptions {
  readonly retryAfter?: number
  readonly fieldViolations?: readonly FieldViolation[]
  readonly challenge?: Readonly<Record<string, string>>
  readonly members?: object
}

/**
 * @param vendor occurs in the type of the details, `type.googleapis.com/<vendor>.v1.ErrorDetail`
 * @returns the answer, with its status and gRPC code
 */
export function restErrorResponse(error: RestError, vendor: string, issuer: string): Answer {
  const [code, status] = codes[error.id]
  const details = [
    { '@type': `type.googleapis.com/${vendor}.v1.ErrorDetail`, id: error.id, message: error.message },
    // https://google.aip.dev/193
    ...(error.fieldViolations.length === 0
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: error.fieldViolations }]),
  ]
  return json(
    status,
    { ...error.members, code, message: error.message, details },
    {
      ...(status === 401 ? { 'www-authenticate': `Bearer realm="${issuer}"${parametersOf(error.challenge)}` } : {}),
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    },
  )
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
function parametersOf(challenge: Readonly<Record<string, string>>): string {
  return Object.entries(challenge)
    .map(([name, value]) => `, ${name}="${value}"`)
    .join('')
}

/** @returns a name from the caller in a form that is safe in messages: quoted unless it is a plain word, and truncated */
export function shownName(name: string): string {
  return /^\w{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60))
}
