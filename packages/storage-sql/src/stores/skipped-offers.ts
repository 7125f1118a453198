// Offers that users have skipped: one row for each step. The rows end with the user.
import type { SkippedOfferStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { owned, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** The table of this store. */
export interface SkippedOfferTables {
  readonly skipped_offers: {
    readonly user_id: string
    readonly step: string
    readonly skipped_at: number
  }
}

/** The migrations of this store. */
export function skippedOfferMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-skipped-offers': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        await table('skipped_offers', (t) =>
          integer(
            t.addColumn('user_id', 'text', owned('users.user_id')).addColumn('step', 'text', required),
            'skipped_at',
          ).addPrimaryKeyConstraint('skipped_offers_key', ['user_id', 'step']),
        )
      },
    },
  }
}

/** Stores skipped offers. */
export function skippedOfferStore(db: Kysely<SkippedOfferTables>): SkippedOfferStore {
  return {
    async find(userId, step) {
      const row = await db
        .selectFrom('skipped_offers')
        .select('skipped_at')
        .where('user_id', '=', userId)
        .where('step', '=', step)
        .executeTakeFirst()
      return row?.skipped_at
    },
    async record(userId, step, now) {
      await db
        .insertInto('skipped_offers')
        .values({ user_id: userId, step, skipped_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'step']).doUpdateSet({ skipped_at: now }))
        .execute()
    },
  }
}
