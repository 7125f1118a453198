// The port to one object in a bucket, which is read or written as a stream. The request carries the credentials. They serve only this
// operation, and are neither stored nor logged.

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
  /** Whether TLS is used, if the endpoint does not say so itself. */
  readonly ssl?: boolean
  readonly region?: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A storage with buckets. */
export interface ObjectStorage<Reference> {
  /**
   * Checks everything that can be checked without the network.
   * @throws ObjectStorageError credentials_invalid, endpoint_not_allowed
   */
  open(reference: Reference): Promise<StorageObject>
}

/** One object in a bucket. */
export interface StorageObject {
  /** Rejects with ObjectStorageError, also after some chunks. The chunks before the error are not the whole object. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>
  /**
   * The object gets its name only when all chunks are stored.
   * @throws ObjectStorageError, the reason of the signal, and the errors of `chunks`; the object is then unchanged
   */
  write(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
}

/** The storages that are composed, by the part of the member's name that asks for them. */
export interface ObjectStorages {
  readonly gcs?: ObjectStorage<GcsObject>
  readonly s3?: ObjectStorage<S3Object>
}

/** Why a storage refuses. `storage_unavailable` may be temporary. The other reasons need a change of the request. */
export type ObjectStorageErrorCode =
  /** The credentials are malformed. */
  | 'credentials_invalid'
  /** The storage refuses the credentials. */
  | 'credentials_refused'
  /** The client library is not installed. */
  | 'library_missing'
  /** The operator does not allow this endpoint. */
  | 'endpoint_not_allowed'
  | 'bucket_missing'
  /** The bucket is at another endpoint or in another region. */
  | 'bucket_elsewhere'
  | 'object_missing'
  | 'permission_missing'
  /** The storage cannot be reached, or the connection broke. */
  | 'storage_unavailable'

/** An error of the object storage. The message is written here and never holds text that the storage answered. */
export interface ObjectStorageError extends Error {
  readonly name: 'ObjectStorageError'
  readonly code: ObjectStorageErrorCode
}

/** Recognized by its shape, because the packages that raise it import only types from here. */
export function isObjectStorageError(error: unknown): error is ObjectStorageError {
  return error instanceof Error && error.name === 'ObjectStorageError' && 'code' in error && typeof error.code === 'string'
}
