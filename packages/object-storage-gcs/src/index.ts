// Objects in buckets of Google Cloud Storage.
export { gcsStorage } from './gcs-storage.ts'
export type { GcsStorageOptions } from './gcs-storage.ts'
