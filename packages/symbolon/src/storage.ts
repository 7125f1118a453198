// The storage that the configuration names.
import type { BackupEndpointOptions } from '@symbolon/admin-api'
import type { Storage } from '@symbolon/core-protocol'
import { libsql, openBackup } from '@symbolon/storage-libsql'
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

/**
 * @param options `create`: whether a database file that is not there is made; default true
 * @throws StartError invalid_configuration
 */
export function openStorage({ databaseUrl, databaseAuthToken }: Configuration, { create = true }: { readonly create?: boolean } = {}): Storage {
  try {
    return libsql({ url: databaseUrl, create, ...(databaseAuthToken === undefined ? {} : { authToken: databaseAuthToken }) })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StartError('invalid_configuration', `SYMBOLON_DATABASE_URL and SYMBOLON_DATABASE_AUTH_TOKEN do not fit: ${error.message}.`)
  }
}

/** @returns what copies the database while it is served; undefined where it is no file */
export function backupOf({ databaseUrl }: Pick<Configuration, 'databaseUrl'>): BackupEndpointOptions['open'] | undefined {
  return databaseUrl.startsWith('file:') ? async (keyId) => await openBackup({ url: databaseUrl }, { keyId }) : undefined
}
