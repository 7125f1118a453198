// Authenticator apps. The sealed secret is a column of the user, so that exports hold it whether it came with a document or was set up here.
// The last accepted time step has a separate row, which the first code creates. Each decision is one conditional statement or one
// transaction, and no lookup may be cached.
import type { OneTimeCodeStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { allOrNothing } from '../sql/all-or-nothing.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { takeDraft } from '../stores/factor-drafts.ts'
import type { FactorDraftTables } from '../stores/factor-drafts.ts'
import { isOfRelyingParty, isOneLeft, passkeysOf } from '../stores/passkeys.ts'
import type { PasskeyTables } from '../stores/passkeys.ts'
import { isAsSeen } from './tables/as-seen.ts'
import { lockPerson } from './tables/lock-person.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

type Tables = ResourceTables & FactorDraftTables & PasskeyTables

/** Stores the use of one-time codes. */
export function oneTimeCodeStore(db: Kysely<Tables>, dialect: SqlDialect): OneTimeCodeStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom('users')
        .leftJoin('one_time_codes', 'one_time_codes.user_id', 'users.user_id')
        .select(['users.sealed_otp_secret', 'one_time_codes.enrolled_at'])
        .where('users.user_id', '=', userId)
        .executeTakeFirst()
      if (row === undefined || row.sealed_otp_secret === null) return undefined
      const { sealed_otp_secret: sealedSecret, enrolled_at: enrolledAt } = row
      return { userId, sealedSecret, ...(enrolledAt === null ? {} : { enrolledAt }) }
    },
    async accept(userId, step) {
      return await useUp(db, dialect, userId, step)
    },
    async enrol({ userId, browser, sealedSecret, step, replaces, seen }, now) {
      return await allOrNothing(db, async (trx) => {
        if (!(await lockPerson(trx, userId)) || !(await isAsSeen(trx, userId, seen))) return false
        if (!(await takeDraft(trx.$pickTables<'factor_drafts'>(), { userId, browser, kind: 'otp', sealed: sealedSecret }, now)))
          return false
        const row = await trx
          .updateTable('users')
          .set({ sealed_otp_secret: sealedSecret })
          .where('user_id', '=', userId)
          .where((eb) => (replaces === undefined ? eb('sealed_otp_secret', 'is', null) : eb('sealed_otp_secret', '=', replaces)))
          .returning('user_id')
          .executeTakeFirst()
        if (row === undefined) return false
        // The old app may have used up this step already. A code of the new one is right all the same, and the later step counts.
        await useUp(trx, dialect, userId, step)
        await trx.updateTable('one_time_codes').set({ enrolled_at: now }).where('user_id', '=', userId).execute()
        return true
      })
    },
    async remove(userId, sealedSecret, oneOf, rpId) {
      return await db.transaction().execute(async (trx) => {
        // Parallel removals of passkeys wait here.
        await lockPerson(trx, userId)
        const isStored = trx
          .selectFrom('users')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('sealed_otp_secret', '=', sealedSecret)
        if ((await isStored.executeTakeFirst()) === undefined) return 'absent'
        if (oneOf !== undefined) {
          const countsKeys = oneOf.some((method) => method === 'pop' || method === 'user')
          const passkeys = countsKeys ? await passkeysOf(trx.$pickTables<keyof PasskeyTables>(), userId) : []
          const usable = passkeys.filter((passkey) => isOfRelyingParty(passkey, rpId))
          if (!isOneLeft(oneOf, false, usable)) return 'factor_required'
        }
        await trx.updateTable('users').set({ sealed_otp_secret: null }).where('user_id', '=', userId).execute()
        return 'removed'
      })
    },
  }
}

/** Uses up the time step and all before it. @returns false when that had happened before, or the user has no app */
async function useUp(db: Kysely<Tables>, dialect: SqlDialect, userId: string, step: number): Promise<boolean> {
  const row = await db
    .insertInto('one_time_codes')
    .columns(['user_id', 'last_step'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ cast, val }) => ['user_id', cast<number>(val(step), dialect.integer).as('last_step')])
        .where('user_id', '=', userId)
        .where('sealed_otp_secret', 'is not', null),
    )
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ last_step: step })
        .where((eb) => eb.or([eb('one_time_codes.last_step', 'is', null), eb('one_time_codes.last_step', '<', step)])),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
