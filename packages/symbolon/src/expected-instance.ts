// A master key that belongs to an instance opens that one and no empty database: a copy that lacks its log, a wrong path or a deleted
// file would else begin a new instance, with a new administrator.
import type { Storage } from '@symbolon/core-protocol'
import type { Configuration } from './configuration.ts'
import type { MasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'
import { openStorage } from './storage.ts'

/** The fact of the instance that its first start notes. */
export const firstStartFact = 'first_start'

/**
 * @param newInstance whether the operator wants a new instance under a key that belongs to another one
 * @returns the storage; to open it throws StartError instance_expected where an instance was expected and is none
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
      if (instance === undefined || await instance.get(firstStartFact) !== undefined) return opened
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
    `The master key (${source}) belongs to an instance, and ${databaseUrl} does not hold it. Restore a backup with \`symbolon restore\`, correct SYMBOLON_DATABASE_URL, or start with --new-instance.`,
    { cause },
  )
}
