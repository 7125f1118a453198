// One process per database file. The lock is an open transaction on a file beside it, which the operating system frees when
// the process dies, however it dies; a file with a process id in it would outlive a crash.
import { StorageStartError } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'

export interface FileLock {
  release(): void
}

/** Without a reference from here, a storage that nobody uses for a while is garbage, and its lock goes with it (seen on Bun). */
const held = new Set<NativeConnection>()

/** @throws StorageStartError `storage_locked` while another process holds it, at once */
export function lockFile(path: string): FileLock {
  const connection = new NativeConnection(`${path}-lock`)
  try {
    connection.begin()
    held.add(connection)
    return {
      release() {
        held.delete(connection)
        connection.rollback()
        connection.close()
      },
    }
  } catch (error) {
    connection.close()
    if (failureOf(error) !== 'busy') throw error
    throw new StorageStartError(
      'storage_locked',
      `Another process serves ${path}. Use --server URL to have it do the work, or stop it first.`,
      { cause: error },
    )
  }
}
