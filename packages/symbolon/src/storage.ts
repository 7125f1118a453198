// The storage that the configuration names.
import type { Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
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
