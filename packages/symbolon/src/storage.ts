// The storage and the object storages that the configuration names.
import type { BackupEndpointOptions } from '@symbolon/admin-api'
import type { Storage } from '@symbolon/core-protocol'
import { gcsStorage } from '@symbolon/object-storage-gcs'
import { s3Storage } from '@symbolon/object-storage-s3'
import { libsql, openBackup, openTables as openFileTables } from '@symbolon/storage-libsql'
import type { PostgresOptions } from '@symbolon/storage-postgres'
import type { OpenTables } from '@symbolon/storage-sql'
import type { ObjectStorages } from '@symbolon/transfer'
import { readFileSync } from 'node:fs'
import { isPostgresUrl } from './configuration.ts'
import type { BucketConfiguration, Configuration } from './configuration.ts'
import type { MasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'

/** Whether the database is on a Postgres server. */
export function isPostgres({ databaseUrl }: Pick<Configuration, 'databaseUrl'>): boolean {
  return isPostgresUrl(databaseUrl)
}

/** Whether other processes may use the database at the same time. */
export function isShared({ databaseUrl }: Pick<Configuration, 'databaseUrl'>): boolean {
  return databaseUrl !== ':memory:' && !databaseUrl.startsWith('file:')
}

/** The URL of the database for people, without a password. */
export function shownUrl({ databaseUrl }: Pick<Configuration, 'databaseUrl'>): string {
  return databaseUrl.replace(/^([a-z]+:\/\/[^/@:]*):.*@/, '$1@')
}

/**
 * The storage that the configuration names.
 * @param options `create`: whether a missing database file is created; default true
 * @throws StartError invalid_configuration
 */
export function openStorage(configuration: Configuration, { create = true }: { readonly create?: boolean } = {}): Storage {
  if (isPostgres(configuration)) return onPostgres(configuration)
  const { databaseUrl, databaseAuthToken } = configuration
  return checked(() => libsql({ url: databaseUrl, create, ...(databaseAuthToken === undefined ? {} : { authToken: databaseAuthToken }) }))
}

/** Imported on demand, so that a start with a file does not load the driver. */
function onPostgres(configuration: Configuration): Storage {
  const options = postgresOptions(configuration)
  return {
    async open(names, own) {
      const { postgres } = await import('@symbolon/storage-postgres')
      return await checked(() => postgres(options)).open(names, own)
    },
  }
}

function postgresOptions({ databaseUrl, postgres: settings }: Configuration): PostgresOptions {
  const { passwordFile, tls, caFile, poolSize, statementTimeout, namedStatements } = settings
  return {
    url: databaseUrl,
    ...(passwordFile === undefined ? {} : { password: readSetting('SYMBOLON_DATABASE_PASSWORD_FILE', passwordFile).replace(/\r?\n$/, '') }),
    ...(tls === undefined ? {} : { tls }),
    ...(caFile === undefined ? {} : { ca: readSetting('SYMBOLON_DATABASE_TLS_CA_FILE', caFile) }),
    ...(poolSize === undefined ? {} : { poolSize }),
    ...(statementTimeout === undefined ? {} : { statementTimeout }),
    ...(namedStatements === undefined ? {} : { namedStatements }),
  }
}

/**
 * The tables of the database that the configuration names, on Postgres or in a file.
 * @param options `create`: whether a missing database file is created
 * @throws StartError invalid_configuration
 * @throws StorageStartError if the database cannot be opened
 */
export async function openDatabaseTables(configuration: Configuration, { create }: { readonly create: boolean }): Promise<OpenTables> {
  try {
    if (!isPostgres(configuration)) return await openFileTables({ url: configuration.databaseUrl, create })
    const { openTables } = await import('@symbolon/storage-postgres')
    return await openTables(postgresOptions(configuration))
  } catch (error) {
    throw unfitting(error)
  }
}

function readSetting(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError('invalid_configuration', `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function checked(create: () => Storage): Storage {
  try {
    return create()
  } catch (error) {
    throw unfitting(error)
  }
}

function unfitting(error: unknown): unknown {
  if (!(error instanceof TypeError && 'code' in error)) return error
  return new StartError('invalid_configuration', `The settings SYMBOLON_DATABASE_… do not fit: ${error.message}`)
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
 * @param newInstance whether the operator wants a new instance with a key that belongs to another instance
 * @returns the storage; opening it throws StartError instance_expected if the instance is missing
 */
export function instanceStorage(configuration: Configuration, { belongs }: Pick<MasterKey, 'belongs'>, newInstance = false): Storage {
  if (!belongs || newInstance) return openStorage(configuration)
  const storage = openStorage(configuration, { create: false })
  return {
    async open(names, own) {
      const opened = await storage.open(names, own).catch((error: unknown) => {
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

function instanceExpected(configuration: Configuration, cause?: unknown): StartError {
  const { masterKey } = configuration
  const tool = isPostgres(configuration) ? 'pg_restore' : 'symbolon restore'
  const source = 'file' in masterKey ? masterKey.file : 'SYMBOLON_MASTER_KEY'
  return new StartError(
    'instance_expected',
    `The master key (${source}) belongs to an instance, and ${shownUrl(configuration)} does not hold that instance. Restore a backup with \`${tool}\`, correct SYMBOLON_DATABASE_URL, or start with --new-instance.`,
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
