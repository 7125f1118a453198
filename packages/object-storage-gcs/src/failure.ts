// What the storage refuses, in our own words: what it answers is never shown.
import type { ObjectStorageError, ObjectStorageErrorCode } from '@symbolon/admin-api'

/** An answer that is not the one that was asked for. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number) {
    super(`The storage answered ${status}.`)
    this.status = status
  }
}

export function failure(code: ObjectStorageErrorCode, message: string, cause?: unknown): ObjectStorageError {
  return Object.assign(new Error(message, { cause }), { name: 'ObjectStorageError', code } as const)
}

export function refusedCredentials(cause: unknown): ObjectStorageError {
  return failure('credentials_refused', 'The storage does not accept the key of the service account.', cause)
}

export function unavailable(cause: unknown): ObjectStorageError {
  return failure('storage_unavailable', 'The storage cannot be reached, or broke off.', cause)
}

export function sentElsewhere(cause?: unknown): ObjectStorageError {
  return failure('bucket_elsewhere', 'The storage sends elsewhere, where this server does not go.', cause)
}

/** @param missing what a 404 means; the storage does not say in a dependable form whether it is the bucket or the object */
export function failureOf(error: unknown, missing: 'bucket_missing' | 'object_missing'): Error {
  if (error instanceof Error && error.name === 'ObjectStorageError') return error
  return error instanceof Refusal ? failureOfStatus(error, missing) : unavailable(error)
}

/** https://cloud.google.com/storage/docs/json_api/v1/status-codes */
function failureOfStatus(refusal: Refusal, missing: 'bucket_missing' | 'object_missing'): ObjectStorageError {
  const { status } = refusal
  if (status === 401) return refusedCredentials(refusal)
  if (status === 403) return failure('permission_missing', 'The service account is not permitted to do this with the object.', refusal)
  if (status === 404) {
    const bucket = missing === 'bucket_missing'
    return failure(missing, bucket ? 'There is no bucket of this name.' : 'There is no object of this name in the bucket, or no such bucket.', refusal)
  }
  if (status >= 300 && status < 400) return sentElsewhere(refusal)
  return unavailable(refusal)
}

/** Whether another try may do better. https://cloud.google.com/storage/docs/retry-strategy */
export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 408 || error.status === 429 || error.status >= 500
  return !(error instanceof Error && error.name === 'ObjectStorageError')
}
