// `symbolon restore FILE`: puts a backup in the place of the database, which nobody serves meanwhile.
import { StorageStartError } from '@symbolon/core-protocol'
import { restoreDatabase } from '@symbolon/storage-libsql'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Configuration } from './configuration.ts'
import { requireFile, sealingOf } from './here.ts'
import { databaseFile, readMasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'

export interface RestoreCommand {
  readonly file: string
  /** Whether a database that is there is replaced. */
  readonly force: boolean
}

/** @returns what was done, for people */
export async function runRestore({ file, force }: RestoreCommand, configuration: Configuration): Promise<string> {
  requireFile(configuration)
  const masterKey = await readMasterKey(configuration, { make: false })
  const { keyId } = await sealingOf(masterKey)
  await mkdir(dirname(databaseFile(configuration.databaseUrl)), { recursive: true, mode: 0o700 })
  try {
    await restoreDatabase(file, { url: configuration.databaseUrl }, { force, keyId })
  } catch (error) {
    if (error instanceof StorageStartError && error.code === 'storage_locked') {
      throw new StartError('database_in_use', `The database ${configuration.databaseUrl} is in use. Stop the service, then restore.`, { cause: error })
    }
    throw error
  }
  return `Restored ${file} to ${configuration.databaseUrl}. What was revoked, changed or signed out since the backup is as it was then: revoke it again.\n`
}
