// Ids of assertions that were accepted. The insert decides who was first.
import type { AssertionIdStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { preparedOne } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { AssertionIdsTable, Database } from '../database.ts'

export function assertionIdStore(db: Kysely<Database>, dialect: SqlDialect): AssertionIdStore {
  const add = preparedOne(db, dialect, (row: Places<AssertionIdsTable>) => (
    db.insertInto('assertion_ids').values(row).onConflict((conflict) => conflict.column('id').doNothing()).returning('id')
  ))

  return {
    async add(id, expiresAt) {
      return await add({ id, expires_at: expiresAt }) !== undefined
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('assertion_ids').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('assertion_ids').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}
