// Password hashes. The one decision is a conditional update.
import type { PasswordStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'

export function passwordStore(db: Kysely<Database>): PasswordStore {
  return {
    async find(userId) {
      const row = await db.selectFrom('passwords').select(['user_id', 'hash']).where('user_id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : { userId: row.user_id, hash: row.hash }
    },
    async slowest() {
      const row = await db.selectFrom('passwords').select(({ fn }) => fn.max('cost').as('cost')).executeTakeFirst()
      return row?.cost ?? 0
    },
    async replaceHash(userId, oldHash, newHash) {
      const row = await db.updateTable('passwords').set({ hash: newHash, cost: null })
        .where('user_id', '=', userId).where('hash', '=', oldHash)
        .returning('user_id').executeTakeFirst()
      return row !== undefined
    },
  }
}
