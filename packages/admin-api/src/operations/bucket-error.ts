// Errors of an object storage as answers. Their messages are written by this project and reveal nothing about the internals of the storage.
import { RestError } from '@symbolon/rest'
import { isObjectStorageError } from '@symbolon/transfer'
import type { ObjectStorage, ObjectStorages, StorageObject } from '@symbolon/transfer'

/** @returns the error to throw instead */
export function bucketError(error: unknown): unknown {
  if (!isObjectStorageError(error)) return error
  return new RestError(error.code === 'storage_unavailable' ? 'bucket_unavailable' : 'bucket_refused', error.message)
}

type ObjectReference =
  | { readonly to: 'gcs'; readonly object: Parameters<NonNullable<ObjectStorages['gcs']>['open']>[0] }
  | { readonly to: 's3'; readonly object: Parameters<NonNullable<ObjectStorages['s3']>['open']>[0] }

/** @throws RestError bucket_refused before the storage is called */
export async function openStorageObject(reference: ObjectReference, storages: ObjectStorages): Promise<StorageObject> {
  try {
    return reference.to === 'gcs' ? await composed(storages.gcs).open(reference.object) : await composed(storages.s3).open(reference.object)
  } catch (error) {
    throw bucketError(error)
  }
}

function composed<Reference>(storage: ObjectStorage<Reference> | undefined): ObjectStorage<Reference> {
  if (storage === undefined)
    throw new RestError('bucket_refused', 'This server is composed without this kind of object storage. Use a kind that it supports.')
  return storage
}
