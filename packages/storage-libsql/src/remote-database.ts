// A database on a libSQL server, which several processes may share. The server orders the writers, so there is no queue here;
// when too many wait it answers some with SQLITE_BUSY, and they ask again.
import { createClient } from '@libsql/client'
import type { Client, Transaction } from '@libsql/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { publicError } from './errors.ts'
import type { ServerTarget } from './options.ts'
import type { Result, Statement } from './statement.ts'
import { untilFree } from './until-free.ts'

/** @throws StorageUnavailable when the server does not answer in time */
export async function openRemoteDatabase({ url, authToken, waitLimit }: ServerTarget): Promise<LibsqlDatabase> {
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
  const open = new Set<Promise<unknown>>()
  /** Remembers what is under way, so that closing waits for it. */
  const track = <T>(work: Promise<T>): Promise<T> => {
    const forget = (): void => { open.delete(settled) }
    const settled: Promise<void> = work.then(forget, forget)
    open.add(settled)
    return work
  }
  const execute = (statement: Statement): Promise<Result> => (
    track(within(waitLimit, () => untilFree(waitLimit, () => run(client, statement))))
  )

  return {
    read: execute,
    write: execute,
    async begin(): Promise<LibsqlTransaction> {
      const granted = untilFree(waitLimit, () => client.transaction('write'))
      const transaction = await track(within(waitLimit, () => granted)).catch((error: unknown) => {
        // One that comes too late would keep every other writer waiting.
        granted.then((late) => late.close(), () => undefined)
        throw error
      })
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      void track(ended)
      return {
        execute: (statement) => within(waitLimit, () => run(transaction, statement)),
        async commit() {
          await within(waitLimit, () => transaction.commit())
          end()
        },
        async rollback() {
          transaction.close()
          end()
        },
      }
    },
    async close() {
      // What was asked for before is on its way here through promises only.
      await new Promise((resolve) => setImmediate(resolve))
      while (open.size > 0) await Promise.all(open)
      client.close()
    },
  }
}

async function run(target: Client | Transaction, { sql, args }: Statement): Promise<Result> {
  const { rows, rowsAffected } = await target.execute({ sql, args: [...args] })
  // The client's rows carry hidden indices and a length; what the query selected are the enumerable members.
  return { rows: rows.map((row) => ({ ...row })), changes: rowsAffected }
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
