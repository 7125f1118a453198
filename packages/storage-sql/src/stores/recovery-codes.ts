// Recovery codes. A code is used by one conditional delete, and no lookup may be cached.
import type { RecoveryCodeStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { isAsSeen } from '../resources/tables/as-seen.ts'
import { lockPerson } from '../resources/tables/lock-person.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { allOrNothing } from '../sql/all-or-nothing.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { owned, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { takeDraft } from './factor-drafts.ts'
import type { FactorDraftTables } from './factor-drafts.ts'

/** The recovery codes of one user. The row stays when all codes are used. */
export interface RecoveryCodeSetsTable {
  readonly user_id: string
  readonly confirmed_at: number
}

/** One unused recovery code. */
export interface RecoveryCodesTable {
  readonly user_id: string
  readonly digest: string
}

/** The tables of this store. */
export interface RecoveryCodeTables {
  readonly recovery_code_sets: RecoveryCodeSetsTable
  readonly recovery_codes: RecoveryCodesTable
}

/** The migrations of this store. Its rows end with the user. */
export function recoveryCodeMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-recovery-codes': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        await table('recovery_code_sets', (t) =>
          integer(
            t.addColumn('user_id', 'text', (column) => owned('users.user_id')(column).primaryKey()),
            'confirmed_at',
          ),
        )
        await table('recovery_codes', (t) =>
          t
            .addColumn('user_id', 'text', owned('users.user_id'))
            .addColumn('digest', 'text', required)
            .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest']),
        )
      },
    },
  }
}

/** Stores recovery codes. */
export function recoveryCodeStore(db: Kysely<RecoveryCodeTables & FactorDraftTables & ResourceTables>): RecoveryCodeStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom('recovery_code_sets')
        .select(['confirmed_at'])
        .select((eb) =>
          eb
            .selectFrom('recovery_codes')
            .select(({ fn }) => fn.countAll<number | string>().as('left'))
            .whereRef('recovery_codes.user_id', '=', 'recovery_code_sets.user_id')
            .as('left'),
        )
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row === undefined ? undefined : { left: Number(row.left), confirmedAt: row.confirmed_at }
    },
    async replace({ userId, browser, sealed, digests, seen }, now) {
      return await allOrNothing(db, async (trx) => {
        // Concurrent replacements from two browsers wait here for each other, and the codes of one of them remain.
        if (!(await lockPerson(trx, userId)) || !(await isAsSeen(trx, userId, seen))) return false
        if (!(await takeDraft(trx.$pickTables<'factor_drafts'>(), { userId, browser, kind: 'recovery_codes', sealed }, now))) return false
        await trx
          .insertInto('recovery_code_sets')
          .values({ user_id: userId, confirmed_at: now })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ confirmed_at: now }))
          .execute()
        await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
        await trx
          .insertInto('recovery_codes')
          .values(digests.map((digest) => ({ user_id: userId, digest })))
          .execute()
        return true
      })
    },
    async use(userId, digest) {
      const row = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('digest', '=', digest)
        .returning('digest')
        .executeTakeFirst()
      return row !== undefined
    },
    async remove(userId) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('recovery_code_sets').where('user_id', '=', userId).execute()
        await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      })
    },
  }
}
