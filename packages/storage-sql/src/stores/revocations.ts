// Identifiers of sessions, authorizations and tokens that were revoked before they expired.
import type { RevocationStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { key, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'
import type { SessionTables } from './sessions.ts'
import { revokedIdFilter } from './revoked-id-filter.ts'

/** One revoked identifier. It stays until everything that it covers has expired. */
export interface RevocationsTable {
  readonly id: string
  readonly expires_at: number
}

/** The table of this store. */
export interface RevocationTables {
  readonly revocations: RevocationsTable
}

/** The migrations of this store. */
export function revocationMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-revocations': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('revocations', (t) => integer(t.addColumn('id', 'text', key), 'expires_at'))
        await index('revocations', ['expires_at'])
      },
    },
  }
}

type Found = Pick<RevocationsTable, 'id'>

/** Stores revoked identifiers. Where no other process writes, the database is asked only for those that may be revoked. */
export function revocationStore(all: Kysely<RevocationTables & SessionTables>, dialect: SqlDialect): RevocationStore {
  const db = all.$pickTables<keyof RevocationTables>()
  /** One prepared query for each number of identifiers: a token has two or three. */
  const queries = new Map<number, (ids: readonly string[]) => Promise<readonly Found[]>>()
  const find = (ids: readonly string[]): Promise<readonly Found[]> => {
    const query =
      queries.get(ids.length) ??
      prepared(db, dialect, (placeholders: Placeholders<readonly string[]>) =>
        db
          .selectFrom('revocations')
          .select('id')
          .where('id', 'in', [...placeholders])
          .limit(1),
      )
    queries.set(ids.length, query)
    return query(ids)
  }
  const { generation } = dialect
  // A filter knows what this process has revoked.
  const filter =
    generation === undefined || generation.catchUp !== undefined
      ? undefined
      : revokedIdFilter(async (after, limit) => {
          const rows = await db.selectFrom('revocations').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
          return rows.map(({ id }) => id)
        })

  async function insertAll(rows: readonly RevocationsTable[]): Promise<readonly string[]> {
    // Where transactions can fail because of others, the call is repeated, which must not find a part that it has inserted itself.
    if (rows.length === 1 || (rows.length <= chunkSize && dialect.skipLocked !== true)) return await insert(db, rows)
    return await db.transaction().execute(async (trx) => {
      const added: (readonly string[])[] = []
      for (const some of chunks(rows, chunkSize)) added.push(await insert(trx, some))
      return added.flat()
    })
  }

  async function findAny(ids: readonly string[]): Promise<boolean> {
    for (const some of chunks(ids, chunkSize)) {
      if ((await find(some)).length > 0) return true
    }
    return false
  }

  return {
    async add(ids, expiresAt) {
      const rows = rowsOf(ids, expiresAt)
      if (rows.length === 0) return []
      try {
        return await insertAll(rows)
      } finally {
        filter?.add(ids)
      }
    },
    async endSessions(sessionIds, expiresAt) {
      const rows = rowsOf(sessionIds, expiresAt)
      if (rows.length === 0) return []
      try {
        return await all.transaction().execute(async (trx) => {
          const added: (readonly string[])[] = []
          for (const some of chunks(rows, chunkSize)) {
            added.push(await insert(trx.$pickTables<keyof RevocationTables>(), some))
            await trx
              .deleteFrom('sessions')
              .where(
                'id',
                'in',
                some.map(({ id }) => id),
              )
              .execute()
          }
          return added.flat()
        })
      } finally {
        filter?.add(sessionIds)
      }
    },
    includesAny: (ids) => (generation?.ended !== true && filter?.excludesAll(ids) === true ? false : findAny(ids)),
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('revocations').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      const { length } = await db.deleteFrom('revocations').where('id', 'in', expired).returning('id').execute()
      filter?.removed(length)
      return length
    },
  }
}

/** In one order for all, so that no two statements wait for one another. */
function rowsOf(ids: readonly string[], expiresAt: number): readonly RevocationsTable[] {
  return [...new Set(ids)].toSorted().map((id) => ({ id, expires_at: expiresAt }))
}

/** @returns the identifiers that were not revoked before */
async function insert(db: Kysely<RevocationTables>, rows: readonly RevocationsTable[]): Promise<readonly string[]> {
  const added = await db
    .insertInto('revocations')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  if (added.length < rows.length) await extend(db, rows)
  return added.map(({ id }) => id)
}

/** Raises the expiry of identifiers that were revoked before; it never falls. */
async function extend(db: Kysely<RevocationTables>, rows: readonly RevocationsTable[]): Promise<void> {
  await db
    .insertInto('revocations')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') }))
        .whereRef('excluded.expires_at', '>', 'revocations.expires_at'),
    )
    .execute()
}
