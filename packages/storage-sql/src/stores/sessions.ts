// Sessions by id and by the digest of the cookie that opens them.
import type { AuthenticationFactor, Session, SessionStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored } from '../json.ts'
import type { Database, SessionsTable } from '../tables.ts'

export function sessionStore(db: Kysely<Database>): SessionStore {
  const store = async (connection: Kysely<Database>, session: Session, userAgent: string): Promise<void> => {
    await connection.insertInto('sessions').values({
      id: session.id,
      user_agent: userAgent,
      user_id: session.userId,
      authenticated_at: session.authenticatedAt,
      factors: JSON.stringify(session.factors),
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    }).onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({
      user_agent: ref('excluded.user_agent'),
      user_id: ref('excluded.user_id'),
      authenticated_at: ref('excluded.authenticated_at'),
      factors: ref('excluded.factors'),
      created_at: ref('excluded.created_at'),
      expires_at: ref('excluded.expires_at'),
    }))).execute()
  }

  return {
    async list(userAgent, now) {
      const rows = await db.selectFrom('sessions').selectAll()
        .where('user_agent', '=', userAgent).where('expires_at', '>', now)
        .orderBy('authenticated_at', 'desc').orderBy('id').execute()
      return rows.map(toSession)
    },
    async find(sessionId, now) {
      const row = await db.selectFrom('sessions').selectAll()
        .where('id', '=', sessionId).where('expires_at', '>', now).executeTakeFirst()
      return row === undefined ? undefined : toSession(row)
    },
    async renew(session, userAgent, previous) {
      if (previous === undefined) return store(db, session, userAgent)
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('sessions').set({ user_agent: userAgent }).where('user_agent', '=', previous).execute()
        await store(trx, session, userAgent)
      })
    },
    async remove(sessionId) {
      await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('sessions').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('sessions').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

function toSession(row: SessionsTable): Session {
  return {
    id: row.id,
    userId: row.user_id,
    authenticatedAt: row.authenticated_at,
    factors: parseStored<readonly AuthenticationFactor[]>(row.factors),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
