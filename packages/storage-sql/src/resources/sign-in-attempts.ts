// Failed attempts to sign in. Each decision is one conditional statement, and no lookup may be cached.
import type { SignInAttempt, SignInAttemptStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { allOrNothing } from '../sql/all-or-nothing.ts'
import { skipLocked } from '../sql/skip-locked.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Counts failed attempts. */
export function signInAttemptStore(db: Kysely<ResourceTables>, dialect: SqlDialect): SignInAttemptStore {
  return {
    async find(key) {
      const row = await db
        .selectFrom('sign_in_attempts')
        .select(['failed_attempts', 'last_attempt_at'])
        .where('attempt_key', '=', key)
        .executeTakeFirst()
      return row === undefined ? undefined : { failedAttempts: row.failed_attempts, lastAttemptAt: row.last_attempt_at }
    },
    async begin(attempts) {
      const [only, another] = attempts
      if (only === undefined) return true
      if (another === undefined) return await count(db, only)
      return await allOrNothing(db, async (trx) => {
        for (const attempt of attempts) if (!(await count(trx, attempt))) return false
        return true
      })
    },
    async settle(withdrawn, cleared) {
      const [attempt, ...others] = withdrawn
      if (attempt === undefined) return await clear(db, cleared)
      if (others.length === 0 && cleared.length === 0) return await withdraw(db, attempt)
      await db.transaction().execute(async (trx) => {
        for (const each of withdrawn) await withdraw(trx, each)
        await clear(trx, cleared)
      })
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('sign_in_attempts').select('attempt_key').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('sign_in_attempts').where('attempt_key', 'in', expired).returning('attempt_key').execute()).length
    },
  }
}

async function count(
  db: Kysely<ResourceTables>,
  { key, seen, method, userId, failedAttempts, lastAttemptAt, expiresAt }: SignInAttempt,
): Promise<boolean> {
  const counted = { failed_attempts: failedAttempts, last_attempt_at: lastAttemptAt, expires_at: expiresAt }
  const row =
    seen === undefined
      ? await db
          .insertInto('sign_in_attempts')
          .values({ attempt_key: key, method, user_id: userId ?? null, ...counted })
          .onConflict((conflict) => conflict.column('attempt_key').doNothing())
          .returning('attempt_key')
          .executeTakeFirst()
      : await db
          .updateTable('sign_in_attempts')
          .set(counted)
          .where('attempt_key', '=', key)
          .where('failed_attempts', '=', seen.failedAttempts)
          .where('last_attempt_at', '=', seen.lastAttemptAt)
          .returning('attempt_key')
          .executeTakeFirst()
  return row !== undefined
}

/** Takes one attempt back: restores the count if no other attempt came after it, or else lowers it by one. */
async function withdraw(db: Kysely<ResourceTables>, { key, seen, failedAttempts }: SignInAttempt): Promise<void> {
  const undone =
    seen === undefined
      ? await db
          .deleteFrom('sign_in_attempts')
          .where('attempt_key', '=', key)
          .where('failed_attempts', '=', failedAttempts)
          .returning('attempt_key')
          .executeTakeFirst()
      : await db
          .updateTable('sign_in_attempts')
          .set({ failed_attempts: seen.failedAttempts, last_attempt_at: seen.lastAttemptAt })
          .where('attempt_key', '=', key)
          .where('failed_attempts', '=', failedAttempts)
          .returning('attempt_key')
          .executeTakeFirst()
  if (undone !== undefined) return
  await db
    .updateTable('sign_in_attempts')
    .set((eb) => ({ failed_attempts: eb('failed_attempts', '-', 1) }))
    .where('attempt_key', '=', key)
    .where('failed_attempts', '>', 1)
    .execute()
}

async function clear(db: Kysely<ResourceTables>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('sign_in_attempts').where('attempt_key', 'in', keys).execute()
}
