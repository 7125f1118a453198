// Browsers in which a user has completed a sign-in, by the digest of their cookie.
import type { KnownBrowserStore } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import type { HostKnownBrowserTables } from '../stores/host-known-browsers.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

type Tables = ResourceTables & HostKnownBrowserTables

/** Stores the known browsers of stored users. */
export function knownBrowserStore(db: Kysely<Tables>, dialect: Pick<SqlDialect, 'skipLocked'>): KnownBrowserStore {
  return knownBrowsersIn(db, 'known_browsers', async (trx, userId) => {
    // Sign-ins of one user are counted one after another. A lock for no key lets other tables go on to reference the user.
    if (dialect.skipLocked) await trx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
  })
}

/**
 * Stores the known browsers of users of the host. Sign-ins of one user that end in the same moment may leave more rows than the limit: the
 * next one removes them.
 */
export function hostKnownBrowserStore(db: Kysely<Tables>): KnownBrowserStore {
  return knownBrowsersIn(db, 'host_known_browsers', async () => undefined)
}

/** @param begin is called first in the transaction that remembers a browser of the user */
function knownBrowsersIn(
  db: Kysely<Tables>,
  table: 'known_browsers' | 'host_known_browsers',
  begin: (trx: Transaction<Tables>, userId: string) => Promise<void>,
): KnownBrowserStore {
  return {
    async find(userId, browser, now) {
      const row = await db
        .selectFrom(table)
        .select('browser_id')
        .where('browser', '=', browser)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? undefined : (row.browser_id ?? browser)
    },
    async remember({ userId, id, browser, previous, usedAt, expiresAt }, limit) {
      const used = { used_at: usedAt, expires_at: expiresAt }
      await db.transaction().execute(async (trx) => {
        await begin(trx, userId)
        if (previous !== undefined)
          await trx
            .updateTable(table)
            .set((eb) => ({ browser, browser_id: eb.fn.coalesce('browser_id', 'browser') }))
            .where('browser', '=', previous)
            .execute()
        await trx
          .insertInto(table)
          .values({ browser, browser_id: id, user_id: userId, ...used })
          .onConflict((conflict) => conflict.columns(['browser', 'user_id']).doUpdateSet(used))
          .execute()
        const surplus = await trx
          .selectFrom(table)
          .select('browser')
          .where('user_id', '=', userId)
          .orderBy('used_at', 'desc')
          .orderBy('browser')
          .offset(limit)
          .limit(1000)
          .execute()
        if (surplus.length === 0) return
        await trx
          .deleteFrom(table)
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
        .selectFrom(table)
        .select(['browser', 'user_id'])
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      for (const { browser, user_id: userId } of expired) {
        await db.deleteFrom(table).where('browser', '=', browser).where('user_id', '=', userId).where('expires_at', '<=', now).execute()
      }
      return expired.length
    },
  }
}
