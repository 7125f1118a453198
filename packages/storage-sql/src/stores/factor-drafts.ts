// Drafts of second factors: one of each kind for a user in a browser.
import type { FactorDraft, FactorDraftStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { rowMapping } from '../sql/row-mapping.ts'
import { owned, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

/** One draft of one user in one browser. */
export interface FactorDraftsTable {
  readonly user_id: string
  readonly browser: string
  readonly kind: 'otp' | 'recovery_codes'
  readonly sealed: string
  readonly expires_at: number
}

/** The table of this store. */
export interface FactorDraftTables {
  readonly factor_drafts: FactorDraftsTable
}

/** The migrations of this store. Its rows end with the user. */
export function factorDraftMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-factor-drafts': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('factor_drafts', (t) =>
          integer(
            t
              .addColumn('user_id', 'text', owned('users.user_id'))
              .addColumn('browser', 'text', required)
              .addColumn('kind', 'text', required)
              .addColumn('sealed', 'text', required),
            'expires_at',
          ).addPrimaryKeyConstraint('factor_drafts_key', ['user_id', 'browser', 'kind']),
        )
        await index('factor_drafts', ['expires_at'])
      },
    },
  }
}

const { toRow, toRecord } = rowMapping<FactorDraftsTable, FactorDraft>()({
  userId: 'user_id',
  browser: 'browser',
  kind: 'kind',
  sealed: 'sealed',
  expiresAt: 'expires_at',
})

/** Stores drafts of second factors. */
export function factorDraftStore(db: Kysely<FactorDraftTables>): FactorDraftStore {
  return {
    async begin(draft, now) {
      const row = toRow(draft)
      await db
        .insertInto('factor_drafts')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'browser', 'kind'])
            .doUpdateSet({ sealed: row.sealed, expires_at: row.expires_at })
            .where('factor_drafts.expires_at', '<=', now),
        )
        .execute()
    },
    async find({ userId, browser, kind }, now) {
      const row = await db
        .selectFrom('factor_drafts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('browser', '=', browser)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },
    async deleteExpired(now, limit) {
      const expired = await db
        .selectFrom('factor_drafts')
        .select(['user_id', 'browser', 'kind'])
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      for (const { user_id: userId, browser, kind } of expired) {
        await db
          .deleteFrom('factor_drafts')
          .where('user_id', '=', userId)
          .where('browser', '=', browser)
          .where('kind', '=', kind)
          .where('expires_at', '<=', now)
          .execute()
      }
      return expired.length
    },
  }
}

/**
 * Removes a live draft that is being confirmed. Part of a transaction.
 * @param draft `sealed`: the text that was confirmed
 * @returns false when there is no such draft any more
 */
export async function takeDraft(
  trx: Kysely<FactorDraftTables>,
  { userId, browser, kind, sealed }: Omit<FactorDraft, 'expiresAt'>,
  now: number,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('factor_drafts')
    .where('user_id', '=', userId)
    .where('browser', '=', browser)
    .where('kind', '=', kind)
    .where('sealed', '=', sealed)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
