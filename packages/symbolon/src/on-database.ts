// Commands that work on the database itself: it is opened as a start opens it, and closed after the work. No server may hold a file
// meanwhile.
import { masterKeyIds, openSealing } from '@symbolon/core-protocol'
import type { Sealing, StoreName, Stores } from '@symbolon/core-protocol'
import { randomToken, readMasterKeys } from '@symbolon/server'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { checkPasskeys } from './check-passkeys.ts'
import type { Configuration } from './configuration.ts'
import { databaseFile, readMasterKey } from './master-key.ts'
import type { MasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'
import { explain } from './start.ts'
import { instanceStorage, isPostgres } from './storage.ts'

/** What a command works with on the database itself. */
export interface OpenDatabase<S extends StoreName> {
  readonly stores: Pick<Stores, S>
  readonly sealing: Sealing
  readonly now: () => number
  readonly randomToken: () => string
}

/**
 * For commands that read what is there: they make no database.
 * @throws StartError database_missing
 */
export function requireDatabase({ databaseUrl }: Configuration): void {
  if (databaseUrl !== ':memory:' && !(databaseUrl.startsWith('file:') && !existsSync(databaseFile(databaseUrl)))) return
  throw new StartError('database_missing', `No database exists at ${databaseUrl}. Start the service first, or set SYMBOLON_DATABASE_URL.`)
}

/**
 * For commands that work on a file.
 * @throws StartError database_no_file
 */
export function requireFile(configuration: Configuration): void {
  const { databaseUrl } = configuration
  if (databaseUrl.startsWith('file:')) return
  throw new StartError(
    'database_no_file',
    isPostgres(configuration)
      ? 'A Postgres database cannot be backed up or restored by this command. Use pg_dump --format=custom and pg_restore, and keep the master key in another place.'
      : `${databaseUrl === ':memory:' ? 'A database in memory' : 'A libSQL server'} cannot be backed up or restored by this command. Use the tools of the database server.`,
  )
}

/** @returns the identifiers of the configured master keys */
export async function keyIdsOf({ values }: Pick<MasterKey, 'values'>): Promise<readonly string[]> {
  return await masterKeyIds(readMasterKeys(values))
}

/** @throws StartError, StorageStartError when nothing could be done */
export async function onDatabase<S extends StoreName, T>(
  configuration: Configuration,
  names: readonly S[],
  work: (opened: OpenDatabase<S | 'instance'>) => Promise<T>,
): Promise<T> {
  await checkPasskeys(configuration)
  if (configuration.databaseUrl.startsWith('file:'))
    await mkdir(dirname(databaseFile(configuration.databaseUrl)), { recursive: true, mode: 0o700 })
  const masterKey = await readMasterKey(configuration)
  let isOpen = false
  try {
    const all: readonly (S | 'instance')[] = [...names, 'instance']
    const { stores, close } = await instanceStorage(configuration, masterKey).open([...new Set(all)])
    isOpen = true
    try {
      if (!holds(stores, all)) throw new TypeError('The storage lacks a store that the command needs.')
      const sealing = await openSealing(stores.instance, readMasterKeys(masterKey.values))
      return await work({ stores, sealing, now: Date.now, randomToken })
    } finally {
      await close()
    }
  } catch (error) {
    // A database that was opened may hold by now what this key alone decrypts.
    if (!isOpen) await masterKey.discard()
    throw explain(error, configuration)
  }
}

function holds<S extends StoreName>(stores: Partial<Stores>, names: readonly S[]): stores is Partial<Stores> & Pick<Stores, S> {
  return names.every((name) => stores[name] !== undefined)
}
