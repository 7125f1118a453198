// Ids that were ended before their time.
import type { RevocationStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { chunks, chunkSize } from '../directory/any-table.ts'
import { prepared } from '../prepared.ts'
import type { Places } from '../prepared.ts'
import type { Database, RevocationsTable } from '../tables.ts'

export function revocationStore(db: Kysely<Database>): RevocationStore {
  /** By how many ids they look for: a token has two or three. */
  const searches = new Map<number, (ids: readonly string[]) => Promise<readonly Pick<RevocationsTable, 'id'>[]>>()
  const search = (ids: readonly string[]): Promise<readonly Pick<RevocationsTable, 'id'>[]> => {
    const known = searches.get(ids.length) ?? prepared(db, (places: Places<readonly string[]>) => (
      db.selectFrom('revocations').select('id').where('id', 'in', [...places]).limit(1)
    ))
    searches.set(ids.length, known)
    return known(ids)
  }

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
        if ((await search(some)).length > 0) return true
      }
      return false
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('revocations').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('revocations').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}
