// Storage in libSQL: a file for one process, memory for tests, or a libSQL server.
import { StorageStartError } from '@symbolon/core-protocol'
import type { OpenStorage, OwnStore, Storage, StoreName } from '@symbolon/core-protocol'
import { Generation, migrate, openStores } from '@symbolon/storage-sql'
import type { Database, OpenTables, SqlDialect } from '@symbolon/storage-sql'
import { Kysely } from 'kysely'
import type { LibsqlDatabase } from './database.ts'
import { openDatabaseFile } from './open-database-file.ts'
import { executeTogether, libsqlDialect, prepareAlone } from './dialect.ts'
import { violation } from './errors.ts'
import { openLocalDatabase } from './local-database.ts'
import { localPath, readOptions } from './options.ts'
import { serverProbe } from './server-probe.ts'
import type { LibsqlOptions, Target } from './options.ts'

/** The facts about libSQL that the SQL depends on. */
export const sqlDialect: SqlDialect = {
  strictTables: true,
  snapshots: false,
  integer: 'integer',
  // https://www.sqlite.org/lang_expr.html#varparam
  parameter: (number) => `?${number}`,
  violation,
}

/**
 * Creates the storage. The database is opened when the provider starts.
 * @throws TypeError with a `code` if an option is invalid
 * @example
 * const storage = libsql({ url: 'file:symbolon.db' })
 */
export function libsql(options: LibsqlOptions): Storage {
  const target = readOptions(options)
  return { open: (names, own) => open(target, names, own) }
}

async function open(target: Target, names: readonly StoreName[], own?: readonly OwnStore[]): Promise<OpenStorage> {
  const database = await openDatabase(target)
  try {
    // Only this process writes to a local database, so lookups can be cached. On a server other processes write too.
    const generation = target.kind === 'local' ? new Generation() : undefined
    const db = new Kysely<Database>({ dialect: libsqlDialect(database, generation) })
    const together = executeTogether(database, generation)
    await migrate(db, names, target.kind === 'local' ? sqlDialect : { ...sqlDialect, executeTogether: together }, own)
    const dialect = {
      ...sqlDialect,
      snapshots: database.snapshot !== undefined,
      prepare: prepareAlone(database, generation),
      executeTogether: together,
      ...(generation === undefined ? {} : { generation }),
      ...(target.kind === 'local' ? { rowsInMemory: target.accessTokensInMemory } : {}),
    }
    const { lost } = database
    // Nothing is answered from memory once the database is lost.
    lost?.then(
      () => generation?.end(),
      () => undefined,
    )
    const { gatherStatistics, shrink } = database
    const probe = target.kind === 'server' && names.includes('instance') ? serverProbe(database) : undefined
    return {
      stores: openStores(db, names, dialect, own),
      close: () => database.close(),
      load: () => ({
        waitingWrites: database.waitingWrites(),
        groups: database.groups(),
        ...(generation === undefined ? {} : { lookups: generation.lookups }),
      }),
      ...(lost === undefined ? {} : { lost }),
      ...(shrink === undefined ? {} : { shrink }),
      ...(gatherStatistics === undefined ? {} : { gatherStatistics }),
      ...(probe === undefined ? {} : { probe }),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the tables of a file, which no other program may use meanwhile.
 * @param options `create`: whether a missing file is created; default false
 * @throws StorageStartError storage_locked, storage_missing, storage_linked, storage_log_lost, storage_unwritable
 * @throws TypeError `no_database_file` for memory and for libSQL servers
 */
export async function openTables({ url, create = false }: Pick<LibsqlOptions, 'url' | 'create'>): Promise<OpenTables> {
  const database = await openDatabaseFile({ kind: 'local', path: localPath(url), waitLimit: 5000, create, accessTokensInMemory: 0 })
  return {
    db: new Kysely<Database>({ dialect: libsqlDialect(database) }),
    dialect: { ...sqlDialect, snapshots: true },
    // The file is locked.
    checkUnused: async () => undefined,
    filled: async () => undefined,
    close: () => database.close(),
  }
}

async function openDatabase(target: Target): Promise<LibsqlDatabase> {
  if (target.kind === 'local')
    return target.path === ':memory:' ? openLocalDatabase(target.path, target.waitLimit) : openDatabaseFile(target)
  // Imported on demand, so that a start with a file does not load the client.
  const { openRemoteDatabase } = await import('./remote-database.ts')
  try {
    return await openRemoteDatabase(target)
  } catch (error) {
    throw new StorageStartError(
      'storage_unreachable',
      `The libSQL server ${new URL(target.url).host} does not answer. Check the url, the authToken, and that the server runs.`,
      { cause: error },
    )
  }
}
