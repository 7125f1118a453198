// Makes sure that only one process uses a database. Both locks are locks of the operating system, which releases them when the process
// dies; a file with a process identifier would outlive a crash. The first lock is an open transaction on a file next to the database. The
// second is on the database file itself, under whatever name: every user of the file holds a shared lock, and a process that starts takes
// an exclusive lock once and then downgrades it. So neither a second name nor a deleted lock file lets a second process in.
import { StorageStartError } from '@symbolon/core-protocol'
import { makePrivately } from './database-files.ts'
import type { DatabaseFiles } from './database-files.ts'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'

/** A lock that is held. */
export interface FileLock {
  release(): void
}

/** A shared lock on the database file. */
export interface SharedFile extends FileLock {
  /** Moves as much of the log into the database as readers allow. */
  moveLog(): Promise<void>
}

/** Keeps the connections reachable: otherwise an idle storage would be garbage collected together with its lock (seen on Bun). */
const held = new Set<NativeConnection>()

/** Takes the lock on the file next to the database. @throws StorageStartError `storage_locked` at once if another process holds it */
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
 * Takes the shared lock on the database file.
 * @param alone whether to require that no other connection has the file open. Connections that were closed count as open until they are
 *   garbage collected, so this must not be required of a file that was closed properly.
 * @throws StorageStartError `storage_locked`
 */
export function holdDatabase({ database }: DatabaseFiles, alone: boolean): SharedFile {
  const connection = new NativeConnection(database)
  try {
    connection.lockShared()
    if (alone) connection.lockExclusivelyOnce()
    return { ...hold(connection), moveLog: () => connection.checkpointOnThread() }
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
    `Another process uses ${database}. Stop it first. The commands can work through a service that runs instead: --server URL.`,
    { cause },
  )
}
