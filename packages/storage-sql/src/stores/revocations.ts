// Ids that were ended before their time.
import type { RevocationStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { chunks, chunkSize } from '../directory/any-table.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { Database, RevocationsTable } from '../database.ts'
import { knownEnds } from './revoked-ids.ts'

type Found = Pick<RevocationsTable, 'id'>

export function revocationStore(db: Kysely<Database>, dialect: SqlDialect): RevocationStore {
  /** By how many ids they look for: a token has two or three. */
  const searches = new Map<number, (ids: readonly string[]) => Promise<readonly Found[]>>()
  const search = (ids: readonly string[]): Promise<readonly Found[]> => {
    const known = searches.get(ids.length) ?? prepared(db, dialect, (places: Places<readonly string[]>) => (
      db.selectFrom('revocations').select('id').where('id', 'in', [...places]).limit(1)
    ))
    searches.set(ids.length, known)
    return known(ids)
  }
  // Others may write where there is no generation.
  const ends = dialect.generation === undefined ? undefined : knownEnds(async (after, limit) => {
    const rows = await db.selectFrom('revocations').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
    return rows.map(({ id }) => id)
  })

  async function insert(connection: Kysely<Database>, rows: readonly RevocationsTable[]): Promise<readonly string[]> {
    const added = await connection.insertInto('revocations').values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing()).returning('id').execute()
    if (added.length < rows.length) await extend(connection, rows)
    return added.map(({ id }) => id)
  }

  async function extend(connection: Kysely<Database>, rows: readonly RevocationsTable[]): Promise<void> {
    await connection.insertInto('revocations').values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') }))
        .whereRef('excluded.expires_at', '>', 'revocations.expires_at'))
      .execute()
  }

  async function insertAll(rows: readonly RevocationsTable[]): Promise<readonly string[]> {
    if (rows.length <= chunkSize) return await insert(db, rows)
    return await db.transaction().execute(async (trx) => {
      const added: (readonly string[])[] = []
      for (const some of chunks(rows, chunkSize)) added.push(await insert(trx, some))
      return added.flat()
    })
  }

  return {
    async add(ids, expiresAt) {
      const rows = [...new Set(ids)].map((id) => ({ id, expires_at: expiresAt }))
      if (rows.length === 0) return []
      try {
        const added = await insertAll(rows)
        ends?.add(ids)
        return added
      } catch (error) {
        // Of a failure nobody can say what it has left.
        ends?.forget()
        throw error
      }
    },
    async includesAny(ids) {
      const known = ends?.include(ids)
      if (known !== undefined) return known
      for (const some of chunks(ids, chunkSize)) {
        if ((await search(some)).length > 0) return true
      }
      return false
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('revocations').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      const { length } = await db.deleteFrom('revocations').where('id', 'in', expired).returning('id').execute()
      if (length > 0) ends?.forget()
      return length
    },
  }
}
