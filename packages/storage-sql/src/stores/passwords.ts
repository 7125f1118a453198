// Password hashes and the tries against them. Every decision is one conditional update.
import type { PasswordStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../content.ts'
import type { Database } from '../tables.ts'

export function passwordStore(db: Kysely<Database>): PasswordStore {
  return {
    async find(userId) {
      const row = await db.selectFrom('passwords').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : {
        userId: row.user_id,
        hash: row.hash,
        failedAttempts: row.failed_attempts,
        ...(row.last_attempt_at === null ? {} : { lastAttemptAt: row.last_attempt_at }),
      }
    },
    async beginAttempt(userId, seenFailedAttempts, now) {
      const row = await db.updateTable('passwords').set({ failed_attempts: seenFailedAttempts + 1, last_attempt_at: now })
        .where('user_id', '=', userId).where('failed_attempts', '=', seenFailedAttempts)
        .returning('user_id').executeTakeFirst()
      return row !== undefined
    },
    async clearAttempts(userId) {
      await db.updateTable('passwords').set({ failed_attempts: 0, last_attempt_at: null }).where('user_id', '=', userId).execute()
    },
    async lock(userId) {
      await db.transaction().execute(async (trx) => {
        // Somebody who was switched off stays so: unlocking must not let them in.
        const row = await trx.updateTable('users').set({ state: 'locked' })
          .where('user_id', '=', userId).where('state', 'in', ['active', 'initial'])
          .returning('content').executeTakeFirst()
        if (row === undefined) return
        const content = JSON.stringify({ ...parseContent(row.content), state: 'USER_STATE_LOCKED' })
        await trx.updateTable('users').set({ content }).where('user_id', '=', userId).execute()
      })
    },
    async slowest() {
      const row = await db.selectFrom('passwords').select(({ fn }) => fn.max('cost').as('cost')).executeTakeFirst()
      return row?.cost ?? 0
    },
    async replaceHash(userId, oldHash, newHash) {
      const row = await db.updateTable('passwords').set({ hash: newHash, cost: null })
        .where('user_id', '=', userId).where('hash', '=', oldHash)
        .returning('user_id').executeTakeFirst()
      return row !== undefined
    },
  }
}
