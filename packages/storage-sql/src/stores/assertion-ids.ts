// Identifiers (`jti`) of assertions that were accepted. The insert decides which of several concurrent uses is the first.
import { whenKnown } from '@symbolon/core-protocol'
import type { AssertionIdStore, OneTimeUse } from '@symbolon/core-protocol'
import type { CompiledQuery, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { key, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One assertion that was accepted. */
export interface AssertionIdsTable {
  readonly id: string
  readonly expires_at: number
}

/** The table of this store. */
export interface AssertionIdTables {
  readonly assertion_ids: AssertionIdsTable
}

/** The migrations of this store. */
export function assertionIdMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-assertion-ids': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('assertion_ids', (t) => integer(t.addColumn('id', 'text', key), 'expires_at'))
        await index('assertion_ids', ['expires_at'])
      },
    },
  }
}

/** @returns the query that remembers uses; it violates the primary key for one that happened before */
export function assertionIdInsertion(db: Kysely<AssertionIdTables>, uses: readonly OneTimeUse[]): CompiledQuery {
  return db
    .insertInto('assertion_ids')
    .values(uses.map(({ id, expiresAt }) => ({ id, expires_at: expiresAt })))
    .compile()
}

/** Stores the identifiers of accepted assertions. */
export function assertionIdStore(db: Kysely<AssertionIdTables>, dialect: SqlDialect): AssertionIdStore {
  const add = preparedOne(db, dialect, (row: Placeholders<AssertionIdsTable>) =>
    db
      .insertInto('assertion_ids')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  )

  const find = preparedOne(db, dialect, ({ id }: Placeholders<Pick<AssertionIdsTable, 'id'>>) =>
    db.selectFrom('assertion_ids').select('id').where('id', '=', id),
  )

  return {
    async add(id, expiresAt) {
      return (await add({ id, expires_at: expiresAt })) !== undefined
    },
    has: (id) => whenKnown(find({ id }), (row) => row !== undefined),
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('assertion_ids').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('assertion_ids').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}
