// Ids that were ended before their time.
import type { RevocationStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { chunks, chunkSize } from '../directory/any-table.ts'
import type { Database } from '../tables.ts'

export function revocationStore(db: Kysely<Database>): RevocationStore {
  return {
    async add(ids, expiresAt) {
      const rows = [...new Set(ids)].map((id) => ({ id, expires_at: expiresAt }))
      const insert = async (connection: Kysely<Database>, some: typeof rows): Promise<void> => {
        await connection.insertInto('revocations').values(some)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') }))
            .whereRef('excluded.expires_at', '>', 'revocations.expires_at'))
          .execute()
      }
      if (rows.length === 0) return
      if (rows.length <= chunkSize) return insert(db, rows)
      await db.transaction().execute(async (trx) => {
        for (const some of chunks(rows, chunkSize)) await insert(trx, [...some])
      })
    },
    async includesAny(ids) {
      for (const some of chunks(ids, chunkSize)) {
        const row = await db.selectFrom('revocations').select('id').where('id', 'in', some).limit(1).executeTakeFirst()
        if (row !== undefined) return true
      }
      return false
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('revocations').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('revocations').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}
