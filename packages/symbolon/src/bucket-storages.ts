// The storages that exports and imports may use, where the operator says they are.
import { gcsStorage } from '@symbolon/object-storage-gcs'
import { s3Storage } from '@symbolon/object-storage-s3'
import type { ObjectStorages } from '@symbolon/transfer'
import type { BucketConfiguration } from './configuration.ts'

export function bucketStorages(buckets?: BucketConfiguration): ObjectStorages {
  const { s3Endpoints = [], gcsEndpoint, gcsTokenEndpoint } = buckets ?? {}
  return {
    s3: s3Storage({ endpoints: s3Endpoints }),
    gcs: gcsStorage({
      ...(gcsEndpoint === undefined ? {} : { endpoint: gcsEndpoint }),
      ...(gcsTokenEndpoint === undefined ? {} : { tokenEndpoint: gcsTokenEndpoint }),
    }),
  }
}
