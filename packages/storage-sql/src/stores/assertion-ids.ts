// Ids of assertions that were accepted. The insert decides who was first.
import type { AssertionIdStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

export function assertionIdStore(db: Kysely<Database>): AssertionIdStore {
  return {
    async add(id, expiresAt) {
      const row = await db.insertInto('assertion_ids').values({ id, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id').executeTakeFirst()
      return row !== undefined
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('assertion_ids').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('assertion_ids').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}
