// Sessions by id and by the digest of the cookie that opens them.
import type { AuthenticationFactor, Session, SessionStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored } from '../sql/json.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { Database, SessionsTable } from '../database.ts'

/** Rows that one statement removes: others are not kept waiting. */
const batch = 500

export function sessionStore(db: Kysely<Database>, dialect: SqlDialect): SessionStore {
  const find = preparedOne(db, dialect, ({ id, now }: Places<{ readonly id: string, readonly now: number }>) => (
    db.selectFrom('sessions').selectAll().where('id', '=', id).where('expires_at', '>', now)
  ))
  const list = prepared(db, dialect, ({ userAgent, now }: Places<{ readonly userAgent: string, readonly now: number }>) => (
    db.selectFrom('sessions').selectAll().where('user_agent', '=', userAgent).where('expires_at', '>', now)
      .orderBy('authenticated_at', 'desc').orderBy('id')
  ))
  const move = (connection: Kysely<Database>, from: string, to: string): Promise<unknown> => (
    connection.updateTable('sessions').set({ user_agent: to }).where('user_agent', '=', from).execute()
  )
  const replace = async (connection: Kysely<Database>, session: Session, userAgent: string): Promise<boolean> => {
    const { id, user_id: userId, ...replaced } = toRow(session, userAgent)
    const row = await connection.updateTable('sessions').set(replaced)
      .where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
    return row !== undefined
  }

  return {
    async list(userAgent, now) {
      return (await list({ userAgent, now })).map(toSession)
    },
    async find(sessionId, now) {
      const row = await find({ id: sessionId, now })
      return row === undefined ? undefined : toSession(row)
    },
    async insert(session, userAgent, previous) {
      const row = toRow(session, userAgent)
      if (previous === undefined) {
        await db.insertInto('sessions').values(row).execute()
        return
      }
      await db.transaction().execute(async (trx) => {
        await move(trx, previous, userAgent)
        await trx.insertInto('sessions').values(row).execute()
      })
    },
    async renew(session, userAgent, previous) {
      if (previous === undefined) return await replace(db, session, userAgent)
      return await db.transaction().execute(async (trx) => {
        if (!await replace(trx, session, userAgent)) return false
        await move(trx, previous, userAgent)
        return true
      })
    },
    async remove(sessionId) {
      await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
    },
    async keepLatest(userId, limit) {
      const surplus = await db.selectFrom('sessions').select('id').where('user_id', '=', userId)
        .orderBy('expires_at', 'desc').orderBy('id').offset(limit).limit(batch).execute()
      // Nearly always there is none, and nothing is written.
      if (surplus.length > 0) await db.deleteFrom('sessions').where('id', 'in', surplus.map(({ id }) => id)).execute()
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('sessions').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('sessions').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

function toRow(session: Session, userAgent: string): SessionsTable {
  return {
    id: session.id,
    user_agent: userAgent,
    user_id: session.userId,
    authenticated_at: session.authenticatedAt,
    factors: JSON.stringify(session.factors),
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    validity: session.validity ?? null,
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
    ...(row.validity === null ? {} : { validity: row.validity }),
  }
}
