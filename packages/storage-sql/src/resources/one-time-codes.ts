// Authenticator apps. The sealed secret is a column of the user; failed attempts and the last accepted time step are in a row of their own,
// which the first attempt creates. Each decision is one conditional statement, and no lookup may be cached.
import type { OneTimeCodeStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Stores the use of one-time codes. */
export function oneTimeCodeStore(db: Kysely<ResourceTables>, dialect: SqlDialect): OneTimeCodeStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom('users')
        .leftJoin('one_time_codes', 'one_time_codes.user_id', 'users.user_id')
        .select(['users.sealed_otp_secret', 'one_time_codes.failed_attempts', 'one_time_codes.last_attempt_at'])
        .where('users.user_id', '=', userId)
        .executeTakeFirst()
      return row === undefined || row.sealed_otp_secret === null
        ? undefined
        : {
            userId,
            sealedSecret: row.sealed_otp_secret,
            failedAttempts: row.failed_attempts ?? 0,
            ...(row.last_attempt_at === null ? {} : { lastAttemptAt: row.last_attempt_at }),
          }
    },
    async beginAttempt(userId, seenFailedAttempts, now) {
      const tried = { failed_attempts: seenFailedAttempts + 1, last_attempt_at: now }
      if (seenFailedAttempts > 0) {
        const row = await db
          .updateTable('one_time_codes')
          .set(tried)
          .where('user_id', '=', userId)
          .where('failed_attempts', '=', seenFailedAttempts)
          .returning('user_id')
          .executeTakeFirst()
        return row !== undefined
      }
      const row = await db
        .insertInto('one_time_codes')
        .columns(['user_id', 'failed_attempts', 'last_attempt_at'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select(({ lit, cast, val }) => [
              'user_id',
              lit(1).as('failed_attempts'),
              cast<number>(val(now), dialect.integer).as('last_attempt_at'),
            ])
            .where('user_id', '=', userId)
            .where('sealed_otp_secret', 'is not', null),
        )
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(tried).where('one_time_codes.failed_attempts', '=', 0))
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
    async accept(userId, step) {
      const row = await db
        .insertInto('one_time_codes')
        .columns(['user_id', 'failed_attempts', 'last_step'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select(({ lit, cast, val }) => [
              'user_id',
              lit(0).as('failed_attempts'),
              cast<number>(val(step), dialect.integer).as('last_step'),
            ])
            .where('user_id', '=', userId)
            .where('sealed_otp_secret', 'is not', null),
        )
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ failed_attempts: 0, last_attempt_at: null, last_step: step })
            .where((eb) => eb.or([eb('one_time_codes.last_step', 'is', null), eb('one_time_codes.last_step', '<', step)])),
        )
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
