// What the storage refuses, in our own words: what it answers is never shown.
import type { ObjectStorageError, ObjectStorageErrorCode } from '@symbolon/transfer'

/** What a request was for: the same status says something else for each. */
export type Asked = 'token' | 'object' | 'session' | 'chunk' | 'cleaning'

/** @returns an error whose message is ours; `cause` is for the log */
export function failure(code: ObjectStorageErrorCode, message: string, cause?: unknown): ObjectStorageError {
  return Object.assign(new Error(message, { cause }), { name: 'ObjectStorageError', code } as const)
}

/** @returns the error for a storage that does not answer */
export function unavailable(cause: unknown): ObjectStorageError {
  return failure('storage_unavailable', 'The storage cannot be reached, or broke off.', cause)
}

/** @returns the error for a redirect, which is never followed */
export function sentElsewhere(cause?: unknown): ObjectStorageError {
  return failure('bucket_elsewhere', 'The storage sends elsewhere, where this server does not go.', cause)
}

/** Whether another try may do better. https://cloud.google.com/storage/docs/retry-strategy */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** What a status means that no other try would change. */
export function failureOf(status: number, asked: Asked): ObjectStorageError {
  const cause = new Error(`The answer was ${status}.`)
  // https://www.rfc-editor.org/rfc/rfc6749#section-5.2
  if (asked === 'token') return status === 400 || status === 401 ? refusedCredentials(cause) : unavailable(cause)
  // https://cloud.google.com/storage/docs/json_api/v1/status-codes
  if (status === 401) return refusedCredentials(cause)
  if (status === 403) return failure('permission_missing', 'The service account is not permitted to do this with the object.', cause)
  if (status === 404 && asked === 'session') return failure('bucket_missing', 'There is no bucket of this name.', cause)
  if (status === 404 && asked === 'object') {
    // The storage does not say in a dependable form which of them it is.
    return failure('object_missing', 'There is no object of this name in the bucket, or no such bucket.', cause)
  }
  return status >= 300 && status < 400 ? sentElsewhere(cause) : unavailable(cause)
}

function refusedCredentials(cause: unknown): ObjectStorageError {
  return failure('credentials_refused', 'The storage does not accept the key of the service account.', cause)
}
