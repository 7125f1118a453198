// The storage and the object storages that the configuration names.
import type { BackupEndpointOptions } from '@symbolon/admin-api'
import type { Storage } from '@symbolon/core-protocol'
import { gcsStorage } from '@symbolon/object-storage-gcs'
import { s3Storage } from '@symbolon/object-storage-s3'
import { libsql, openBackup } from '@symbolon/storage-libsql'
import type { ObjectStorages } from '@symbolon/transfer'
import type { BucketConfiguration, Configuration } from './configuration.ts'
import type { MasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'

/**
 * The storage that the configuration names.
 * @param options `create`: whether a missing database file is created; default true
 * @throws StartError invalid_configuration
 */
export function openStorage(
  { databaseUrl, databaseAuthToken }: Configuration,
  { create = true }: { readonly create?: boolean } = {},
): Storage {
  try {
    return libsql({ url: databaseUrl, create, ...(databaseAuthToken === undefined ? {} : { authToken: databaseAuthToken }) })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StartError('invalid_configuration', `SYMBOLON_DATABASE_URL and SYMBOLON_DATABASE_AUTH_TOKEN do not fit: ${error.message}.`)
  }
}

/** @returns a function that copies the database while it is served; undefined if it is not a file */
export function backupOf({ databaseUrl }: Pick<Configuration, 'databaseUrl'>): BackupEndpointOptions['open'] | undefined {
  return databaseUrl.startsWith('file:') ? async (keyId) => await openBackup({ url: databaseUrl }, { keyIds: [keyId] }) : undefined
}

/** The fact that the first start of an instance stores. */
export const firstStartFact = 'first_start'

/**
 * A master key that belongs to an instance does not open an empty database. Otherwise a copy without its log, a wrong path or a deleted
 * file would begin a new instance with a new administrator.
 * @param newInstance whether the operator wants a new instance with a key that belongs to another one
 * @returns the storage; opening it throws StartError instance_expected if the instance is missing
 */
export function instanceStorage(configuration: Configuration, { belongs }: Pick<MasterKey, 'belongs'>, newInstance = false): Storage {
  if (!belongs || newInstance) return openStorage(configuration)
  const storage = openStorage(configuration, { create: false })
  return {
    async open(names) {
      const opened = await storage.open(names).catch((error: unknown) => {
        throw isMissing(error) ? instanceExpected(configuration, error) : error
      })
      const { instance } = opened.stores
      if (instance === undefined || (await instance.get(firstStartFact)) !== undefined) return opened
      await opened.close()
      throw instanceExpected(configuration)
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'storage_missing'
}

function instanceExpected({ masterKey, databaseUrl }: Configuration, cause?: unknown): StartError {
  const source = 'file' in masterKey ? masterKey.file : 'SYMBOLON_MASTER_KEY'
  return new StartError(
    'instance_expected',
    `The master key (${source}) belongs to an instance, and ${databaseUrl} does not hold that instance. Restore a backup with \`symbolon restore\`, correct SYMBOLON_DATABASE_URL, or start with --new-instance.`,
    { cause },
  )
}

/** The object storages for exports and imports, if the operator allows endpoints. */
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
