// Browsers in which a user has completed a sign-in, by the digest of their cookie.
import type { KnownBrowserStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Stores the known browsers of users. */
export function knownBrowserStore(db: Kysely<ResourceTables>, dialect: Pick<SqlDialect, 'skipLocked'>): KnownBrowserStore {
  return {
    async knows(userId, browser, now) {
      const row = await db
        .selectFrom('known_browsers')
        .select('browser')
        .where('browser', '=', browser)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
    async remember({ userId, browser, previous, usedAt, expiresAt }, limit) {
      const used = { used_at: usedAt, expires_at: expiresAt }
      await db.transaction().execute(async (trx) => {
        // Sign-ins of one user are counted one after another. A lock for no key lets other tables go on to reference the user.
        if (dialect.skipLocked) await trx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
        if (previous !== undefined) await trx.updateTable('known_browsers').set({ browser }).where('browser', '=', previous).execute()
        await trx
          .insertInto('known_browsers')
          .values({ browser, user_id: userId, ...used })
          .onConflict((conflict) => conflict.columns(['browser', 'user_id']).doUpdateSet(used))
          .execute()
        const surplus = await trx
          .selectFrom('known_browsers')
          .select('browser')
          .where('user_id', '=', userId)
          .orderBy('used_at', 'desc')
          .orderBy('browser')
          .offset(limit)
          .limit(1000)
          .execute()
        if (surplus.length === 0) return
        await trx
          .deleteFrom('known_browsers')
          .where('user_id', '=', userId)
          .where(
            'browser',
            'in',
            surplus.map((row) => row.browser),
          )
          .execute()
      })
    },
    async deleteExpired(now, limit) {
      const expired = await db
        .selectFrom('known_browsers')
        .select(['browser', 'user_id'])
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      for (const { browser, user_id: userId } of expired) {
        await db
          .deleteFrom('known_browsers')
          .where('browser', '=', browser)
          .where('user_id', '=', userId)
          .where('expires_at', '<=', now)
          .execute()
      }
      return expired.length
    },
  }
}
