// Reads for exports: pages from one read-only transaction, so that what is written meanwhile is in none of them. It ends by itself after a
// while: as long as it lasts, the database keeps every version of a row that it might still ask for.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { DirectorySnapshot } from '@symbolon/core-protocol'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import type { Database } from '../database.ts'
import { findResources, listResources } from './read.ts'

const tenMinutes = 600_000

export async function openSnapshot(db: Kysely<Database>, dialect: SqlDialect, timeLimit: number = tenMinutes): Promise<DirectorySnapshot> {
  const transaction = dialect.snapshots ? await begin(db) : undefined
  let ending: Promise<unknown> | undefined
  const end = (): Promise<unknown> => {
    ending ??= transaction === undefined ? Promise.resolve() : transaction.rollback().execute()
    return ending
  }
  const timer = setTimeout(() => { end().catch(() => undefined) }, timeLimit)
  const open = (): Kysely<Database> => {
    if (ending !== undefined) throw new StorageUnavailable('The snapshot is closed')
    return transaction ?? db
  }
  return {
    consistent: transaction !== undefined,
    page: async (kind, orgId, limit, after) => await listResources(open(), kind, orgId, { limit, after }),
    find: async (references) => await findResources(open(), references),
    async close() {
      clearTimeout(timer)
      await end()
    },
  }
}

/** Repeatable read, where the database knows levels: every page shows what the first one did. */
function begin(db: Kysely<Database>): Promise<ControlledTransaction<Database>> {
  return db.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute()
}
