// One process per database file. The lock is an open transaction on a file beside it, which the operating system frees when
// the process dies, however it dies; a file with a process id in it would outlive a crash.
import { createClient } from '@libsql/client'
import type { Client, Transaction } from '@libsql/client'
import { StorageStartError } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'

export interface FileLock {
  release(): void
}

/** @throws StorageStartError `storage_locked` while another process holds it, at once */
export async function lockFile(url: string): Promise<FileLock> {
  const client = createClient({ url: `${url}-lock`, concurrency: 1, timeout: 0 })
  try {
    return held(client, await client.transaction('write'))
  } catch (error) {
    client.close()
    if (failureOf(error) !== 'busy') throw error
    throw new StorageStartError(
      'storage_locked',
      `Another process serves ${url}. Use --server URL to have it do the work, or stop it first.`,
      { cause: error },
    )
  }
}

function held(client: Client, transaction: Transaction): FileLock {
  return {
    release() {
      // In this order: closing a connection under an open transaction aborts the process.
      transaction.close()
      client.close()
    },
  }
}
