// A database on a libSQL server, which several processes may share. The server orders the writers, so there is no queue here.
import { createClient } from '@libsql/client'
import type { Client } from '@libsql/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { publicError } from './errors.ts'
import type { Target } from './options.ts'

/** @throws StorageUnavailable when the server does not answer in time */
export async function openRemoteDatabase({ url, authToken, waitLimit }: Target): Promise<LibsqlDatabase> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) })
  try {
    await within(waitLimit, () => client.execute('select 1'))
    return remoteDatabase(client, waitLimit)
  } catch (error) {
    client.close()
    throw error
  }
}

function remoteDatabase(client: Client, waitLimit: number): LibsqlDatabase {
  return {
    read: (statement) => within(waitLimit, () => client.execute(statement)),
    write: (statement) => within(waitLimit, () => client.execute(statement)),
    async begin(): Promise<LibsqlTransaction> {
      const transaction = await within(waitLimit, () => client.transaction('write'))
      return {
        execute: (statement) => within(waitLimit, () => transaction.execute(statement)),
        commit: () => within(waitLimit, () => transaction.commit()),
        async rollback() {
          transaction.close()
        },
      }
    },
    async close() {
      client.close()
    },
  }
}

async function within<T>(limit: number, work: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const overdue = sleep(limit, undefined, { signal: done.signal }).then(() => {
    throw new StorageUnavailable('The database server did not answer in time')
  })
  overdue.catch(() => undefined)
  try {
    return await Promise.race([work(), overdue])
  } catch (error) {
    throw publicError(error)
  } finally {
    done.abort()
  }
}
