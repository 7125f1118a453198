// Objects in storages that speak the protocol of Amazon S3.
export { s3Storage } from './s3-storage.ts'
export type { S3StorageOptions } from './s3-storage.ts'
