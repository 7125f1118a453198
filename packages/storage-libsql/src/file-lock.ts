// One process per database. Two locks of the operating system, which frees them when the process dies, however it dies; a file
// with a process id in it would outlive a crash. The first is an open transaction on a file beside the database. The second is on
// the database file itself, whatever name leads to it: whoever uses a database shares a lock on its file, and a start demands to be
// alone with it once, and goes back to the shared lock without letting go. So a second name or a deleted lock file lets nobody in.
import { StorageStartError } from '@symbolon/core-protocol'
import { makePrivately } from './database-files.ts'
import type { DatabaseFiles } from './database-files.ts'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'

export interface FileLock {
  release(): void
}

export interface SharedFile extends FileLock {
  /** Moves as much of the log into the database as others allow. */
  moveLog(): Promise<void>
}

/** Without a reference from here, a storage that nobody uses for a while is garbage, and its lock goes with it (seen on Bun). */
const held = new Set<NativeConnection>()

/** @throws StorageStartError `storage_locked` while another process holds it, at once */
export function lockFile({ database, lock }: DatabaseFiles): FileLock {
  makePrivately(lock)
  const connection = new NativeConnection(lock)
  try {
    connection.begin()
    return hold(connection, () => connection.rollback())
  } catch (error) {
    connection.close()
    throw failureOf(error) === 'busy' ? locked(database, error) : error
  }
}

/**
 * @param alone whether nobody else may have the file open now, however it is called there. Connections that were closed count as open
 *   until the driver collects them as garbage, so it is not to be asked of a file that was closed in order.
 * @throws StorageStartError `storage_locked`
 */
export function holdDatabase({ database }: DatabaseFiles, alone: boolean): SharedFile {
  const connection = new NativeConnection(database)
  try {
    connection.shareFile()
    if (alone) connection.demandFile()
    return { ...hold(connection), moveLog: () => connection.checkpointAside() }
  } catch (error) {
    connection.close()
    throw failureOf(error) === 'busy' ? locked(database, error) : error
  }
}

function hold(connection: NativeConnection, end?: () => void): FileLock {
  held.add(connection)
  return {
    release() {
      held.delete(connection)
      end?.()
      connection.close()
    },
  }
}

function locked(database: string, cause: unknown): StorageStartError {
  return new StorageStartError(
    'storage_locked',
    `Another process serves ${database}, or has it open. Use --server URL to have it do the work, or stop it first.`,
    { cause },
  )
}
