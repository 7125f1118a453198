// Migrates a database that stops answering at the n-th statement.
import type { Awaitable } from '@symbolon/core-protocol'
import { migrate } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { Kysely } from 'kysely'
import type { LibsqlDatabase } from '../src/database.ts'
import { makePrivately } from '../src/database-files.ts'
import { libsqlDialect } from '../src/dialect.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { allStores } from './all-stores.ts'

/**
 * @param interrupt is called instead of the statement
 * @returns the number of statements
 */
export async function migrateUntil(path: string, statement: number, interrupt: () => void): Promise<number> {
  makePrivately(path)
  const database = await openLocalDatabase(path, 5000)
  let count = 0
  const counted = async <T>(work: () => Awaitable<T>): Promise<T> => {
    count += 1
    if (count >= statement) interrupt()
    return work()
  }
  const interrupted: LibsqlDatabase = {
    read: (text) => counted(() => database.read(text)),
    write: (unit) => counted(() => database.write(unit)),
    async begin() {
      const transaction = await database.begin()
      return {
        execute: (text) => counted(() => transaction.execute(text)),
        commit: () => counted(() => transaction.commit()),
        rollback: () => transaction.rollback(),
      }
    },
    waitingWrites: () => database.waitingWrites(),
    groups: () => database.groups(),
    close: () => database.close(),
  }
  try {
    await migrate(new Kysely<Database>({ dialect: libsqlDialect(interrupted) }), allStores, sqlDialect)
  } finally {
    await database.close()
  }
  return count
}
