// Errors of the storage, with our own messages: error responses can contain internal names, so they are never shown.
import type { ObjectStorageError, ObjectStorageErrorCode } from '@symbolon/transfer'

/** @returns an error with our own message; `cause` is for the log */
export function failure(code: ObjectStorageErrorCode, message: string, cause?: unknown): ObjectStorageError {
  return Object.assign(new Error(message, { cause }), { name: 'ObjectStorageError', code } as const)
}

/** @returns the error for a missing library: it is an optional peer dependency, because few servers need it and it is large */
export function libraryFailure(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return error
  const packages = '@aws-sdk/client-s3 @aws-sdk/lib-storage'
  return failure('library_missing', `This server has no client library of S3. Its operator installs it: npm install ${packages}`, error)
}

type Failure = readonly [code: ObjectStorageErrorCode, message: string]

const refusedCredentials: Failure = [
  'credentials_refused',
  'The storage refused the access key id and the secret access key. Use valid credentials.',
]
const elsewhere: Failure = [
  'bucket_elsewhere',
  'The bucket is at another endpoint or in another region. Use the endpoint and the region of the bucket.',
]

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const failures: ReadonlyMap<string, Failure> = new Map([
  ['NoSuchBucket', ['bucket_missing', 'No bucket has this name. Correct the name.']],
  ['NoSuchKey', ['object_missing', 'The bucket has no object of this name. Correct the name.']],
  ['AccessDenied', ['permission_missing', 'The credentials lack the permission for this operation. Grant it, or use other credentials.']],
  ['InvalidAccessKeyId', refusedCredentials],
  ['SignatureDoesNotMatch', refusedCredentials],
  ['InvalidToken', refusedCredentials],
  ['ExpiredToken', refusedCredentials],
  ['AuthorizationHeaderMalformed', elsewhere],
  ['PermanentRedirect', elsewhere],
  ['TemporaryRedirect', elsewhere],
])

/** @returns the error for an error of the library */
export function failureOf(error: unknown): ObjectStorageError {
  const [code, message] = (error instanceof Error ? failures.get(error.name) : undefined) ?? byStatus(statusOf(error))
  return failure(code, message, error)
}

/** For responses without a known error code. */
function byStatus(status: number | undefined): Failure {
  if (status === 401) return refusedCredentials
  if (status === 403)
    return ['permission_missing', 'The credentials lack the permission for this operation. Grant it, or use other credentials.']
  if (status !== undefined && status >= 300 && status < 400) return elsewhere
  return ['storage_unavailable', 'The storage cannot be reached, or the connection broke. Try again.']
}

/** Whether a retry may succeed. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status === 429 || status >= 500
}

function statusOf(error: unknown): number | undefined {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
