// Snapshots for exports: all pages come from one read-only transaction, so that none contains what is written meanwhile. A snapshot
// closes by itself after a time limit, because the database keeps old versions of rows for as long as it is open.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { DirectorySnapshot, StoreName } from '@symbolon/core-protocol'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { RecoveryCodeTables } from '../stores/recovery-codes.ts'
import { findResources, listResources } from './read.ts'

const tenMinutes = 600_000

/**
 * Opens a snapshot; on a database without snapshots each page shows the latest state, and `consistent` is false.
 * @param names the stores that are open: the tables of the others may be missing
 * @param timeLimit in milliseconds; afterwards every read throws `StorageUnavailable`
 */
export async function openSnapshot(
  db: Kysely<ResourceTables>,
  dialect: SqlDialect,
  names: readonly StoreName[],
  timeLimit: number = tenMinutes,
): Promise<DirectorySnapshot> {
  const transaction = dialect.snapshots ? await begin(db) : undefined
  let ending: Promise<unknown> | undefined
  const end = (): Promise<unknown> => {
    ending ??= transaction === undefined ? Promise.resolve() : transaction.rollback().execute()
    return ending
  }
  const timer = setTimeout(() => {
    end().catch(() => undefined)
  }, timeLimit)
  const open = (): Kysely<ResourceTables> => {
    if (ending !== undefined) throw new StorageUnavailable('The snapshot is closed')
    return transaction ?? db
  }
  return {
    consistent: transaction !== undefined,
    page: async (kind, orgId, limit, after) => await listResources(open(), kind, orgId, { limit, after }),
    find: async (references) => await findResources(open(), references),
    countWithRecoveryCodes: async (userIds) => (names.includes('recoveryCodes') ? await countWithRecoveryCodes(open(), userIds) : 0),
    async close() {
      clearTimeout(timer)
      await end()
    },
  }
}

/** Databases with isolation levels need repeatable read, so that every page shows the state that the first one showed. */
function begin(db: Kysely<ResourceTables>): Promise<ControlledTransaction<ResourceTables>> {
  return db.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute()
}

async function countWithRecoveryCodes(db: Kysely<ResourceTables>, userIds: readonly string[]): Promise<number> {
  let count = 0
  for (const some of chunks(userIds, chunkSize)) {
    const rows = await db
      .$extendTables<Pick<RecoveryCodeTables, 'recovery_codes'>>()
      .selectFrom('recovery_codes')
      .select('user_id')
      .distinct()
      .where('user_id', 'in', some)
      .execute()
    count += rows.length
  }
  return count
}
