// Errors of the storage, with our own messages: its responses are never shown.
import type { ObjectStorageError, ObjectStorageErrorCode } from '@symbolon/transfer'

/** The purpose of a request, which determines the meaning of a status. */
export type Purpose = 'token' | 'object' | 'session' | 'chunk' | 'cancellation'

/** @returns an error with our own message; `cause` is for the log */
export function failure(code: ObjectStorageErrorCode, message: string, cause?: unknown): ObjectStorageError {
  return Object.assign(new Error(message, { cause }), { name: 'ObjectStorageError', code } as const)
}

/** @returns the error for a storage that does not respond */
export function unavailable(cause: unknown): ObjectStorageError {
  return failure('storage_unavailable', 'The storage cannot be reached, or the connection broke. Try again.', cause)
}

/** @returns the error for a redirect, which is never followed */
export function sentElsewhere(cause?: unknown): ObjectStorageError {
  return failure('bucket_elsewhere', 'The storage responded with a redirect, which this server does not follow.', cause)
}

/** Whether a retry may succeed. https://cloud.google.com/storage/docs/retry-strategy */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** @returns the error for a status that a retry would not change */
export function failureOf(status: number, purpose: Purpose): ObjectStorageError {
  const cause = new Error(`The storage responded with the status ${status}.`)
  // https://www.rfc-editor.org/rfc/rfc6749#section-5.2
  if (purpose === 'token') return status === 400 || status === 401 ? refusedCredentials(cause) : unavailable(cause)
  // https://cloud.google.com/storage/docs/json_api/v1/status-codes
  if (status === 401) return refusedCredentials(cause)
  if (status === 403)
    return failure(
      'permission_missing',
      'The service account lacks the permission for this operation. Grant it, or use another account.',
      cause,
    )
  if (status === 404 && purpose === 'session') return failure('bucket_missing', 'No bucket has this name. Correct the name.', cause)
  if (status === 404 && purpose === 'object') {
    // The response does not reliably distinguish the two.
    return failure('object_missing', 'No bucket has this name, or it has no object of this name. Correct the names.', cause)
  }
  return status >= 300 && status < 400 ? sentElsewhere(cause) : unavailable(cause)
}

function refusedCredentials(cause: unknown): ObjectStorageError {
  return failure('credentials_refused', 'The storage refused the key of the service account. Use a valid key.', cause)
}
