// The port to one object in a bucket, which is read or written as a stream. Credentials come with the request, serve this operation alone,
// and are neither stored nor logged.

/** An object of Google Cloud Storage. */
export interface GcsObject {
  readonly bucket: string
  readonly path: string
  /** Base64 of the key file of a service account. */
  readonly serviceAccountJson: string
}

/** An object of a storage that speaks the protocol of Amazon S3. */
export interface S3Object {
  readonly bucket: string
  readonly path: string
  /** Host, host:port or origin. */
  readonly endpoint: string
  /** Whether TLS is used, where the endpoint does not say so itself. */
  readonly ssl?: boolean
  readonly region?: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A storage with buckets. */
export interface ObjectStorage<Reference> {
  /**
   * Checks all that can be checked without the network.
   * @throws ObjectStorageError credentials_invalid, endpoint_not_allowed
   */
  open(reference: Reference): Promise<StorageObject>
}

/** One object in a bucket. */
export interface StorageObject {
  /** Rejects with ObjectStorageError, also in the middle: what came before is then not the whole object. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>
  /**
   * Nothing stands under the object's name before all chunks are there.
   * @throws ObjectStorageError, the signal's reason, and whatever `chunks` throws; then the name is as it was
   */
  write(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
}

/** The storages that are composed, by the part of the member's name that asks for them. */
export interface ObjectStorages {
  readonly gcs?: ObjectStorage<GcsObject>
  readonly s3?: ObjectStorage<S3Object>
}

/** Why a storage refuses. `storage_unavailable` may pass; the others need a change of the request. */
export type ObjectStorageErrorCode =
  /** The credentials have not the form that is taken here. */
  | 'credentials_invalid'
  /** The storage does not know them. */
  | 'credentials_refused'
  /** The operator has not allowed the server to go there. */
  | 'endpoint_not_allowed'
  | 'bucket_missing'
  /** At another endpoint or in another region. */
  | 'bucket_elsewhere'
  | 'object_missing'
  | 'permission_missing'
  /** It cannot be reached, or breaks off. */
  | 'storage_unavailable'

/** What went wrong, in words of ours: nothing that the storage answered is ever part of the message. */
export interface ObjectStorageError extends Error {
  readonly name: 'ObjectStorageError'
  readonly code: ObjectStorageErrorCode
}

/** By its form: the packages that raise it take only types from here. */
export function isObjectStorageError(error: unknown): error is ObjectStorageError {
  return error instanceof Error && error.name === 'ObjectStorageError' && 'code' in error && typeof error.code === 'string'
}
