// Password hashes. A hash is replaced by a conditional update, so that it never overwrites a newer one.
import type { PasswordStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Finds and replaces password hashes. */
export function passwordStore(db: Kysely<ResourceTables>): PasswordStore {
  return {
    async find(userId) {
      const row = await db.selectFrom('passwords').select(['user_id', 'hash']).where('user_id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : { userId: row.user_id, hash: row.hash }
    },
    async slowest() {
      const row = await db
        .selectFrom('passwords')
        .select(({ fn }) => fn.max('cost').as('cost'))
        .executeTakeFirst()
      return row?.cost ?? 0
    },
    async replaceHash(userId, oldHash, newHash) {
      const row = await db
        .updateTable('passwords')
        .set({ hash: newHash, cost: null })
        .where('user_id', '=', userId)
        .where('hash', '=', oldHash)
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
