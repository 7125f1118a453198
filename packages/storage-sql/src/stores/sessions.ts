// Sessions of users, found by identifier and by the digest of the browser's cookie.
import type { Session, SessionPage, SessionStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One session. */
export interface SessionsTable {
  readonly id: string
  /** The digest of the cookie that opens the session. */
  readonly user_agent: string
  readonly user_id: string
  readonly authenticated_at: number
  readonly factors: string
  readonly created_at: number
  readonly expires_at: number
  readonly validity: string | null
  readonly device: string | null
  readonly last_used_at: number | null
}

/** The table of this store. */
export interface SessionTables {
  readonly sessions: SessionsTable
}

/** The migrations of this store. */
export function sessionMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-sessions': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('sessions', (t) => {
          const named = t
            .addColumn('id', 'text', key)
            .addColumn('user_agent', 'text', required)
            .addColumn('user_id', 'text', required)
            .addColumn('factors', 'text', required)
          return integer(integer(integer(named, 'authenticated_at'), 'created_at'), 'expires_at')
        })
        await index('sessions', ['user_agent'])
        await index('sessions', ['expires_at'])
      },
    },
    '002-validity': {
      async up(db) {
        await schemaOf(db, dialect).addText('sessions', 'validity')
      },
    },
    '003-of-user': {
      async up(db) {
        await schemaOf(db, dialect).index('sessions', ['user_id', 'expires_at'])
      },
    },
    '004-device': {
      async up(db) {
        const { addText, addInteger } = schemaOf(db, dialect)
        await addText('sessions', 'device')
        await addInteger('sessions', 'last_used_at')
      },
    },
  }
}

const { toRow, toRecord } = rowMapping<SessionsTable, Session>()({
  id: 'id',
  userId: 'user_id',
  authenticatedAt: 'authenticated_at',
  factors: json('factors'),
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  validity: 'validity',
  device: json('device'),
  lastUsedAt: 'last_used_at',
})

interface FirstPage {
  readonly userId: string
  readonly now: number
  readonly limit: SessionPage['limit']
}

/** What follows the session of this expiry and id. */
interface NextPage extends FirstPage {
  readonly expiresAt: number
  readonly id: string
}

/** Rows that one statement removes, so that other writes do not wait for long. */
const batchSize = 500

/** Stores sessions. */
export function sessionStore(db: Kysely<SessionTables>, dialect: SqlDialect): SessionStore {
  const find = preparedOne(db, dialect, ({ id, now }: Placeholders<{ readonly id: string; readonly now: number }>) =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).where('expires_at', '>', now),
  )
  const list = prepared(db, dialect, ({ userAgent, now }: Placeholders<{ readonly userAgent: string; readonly now: number }>) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('user_agent', '=', userAgent)
      .where('expires_at', '>', now)
      .orderBy('authenticated_at', 'desc')
      .orderBy('id'),
  )
  const pageOfUser = ({ userId, now, limit }: Placeholders<FirstPage>) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('expires_at', 'desc')
      .orderBy('id')
      .limit(limit)
  const firstOfUser = prepared(db, dialect, pageOfUser)
  const nextOfUser = prepared(db, dialect, ({ expiresAt, id, ...page }: Placeholders<NextPage>) =>
    pageOfUser(page)
      .where('expires_at', '<=', expiresAt)
      .where((where) => where.or([where('expires_at', '<', expiresAt), where('id', '>', id)])),
  )

  return {
    async list(userAgent, now) {
      return (await list({ userAgent, now })).map(toRecord)
    },
    async find(sessionId, now) {
      const row = await find({ id: sessionId, now })
      return row === undefined ? undefined : toRecord(row)
    },
    async insert(session, userAgent, previous) {
      const row = { ...toRow(session), user_agent: userAgent }
      if (previous === undefined) {
        await db.insertInto('sessions').values(row).execute()
        return
      }
      await db.transaction().execute(async (trx) => {
        await rebind(trx, previous, userAgent)
        await trx.insertInto('sessions').values(row).execute()
      })
    },
    async renew(session, userAgent, previous) {
      if (previous === undefined) return await replace(db, session, userAgent)
      return await db.transaction().execute(async (trx) => {
        if (!(await replace(trx, session, userAgent))) return false
        await rebind(trx, previous, userAgent)
        return true
      })
    },
    async listOfUser(userId, now, { limit, after }) {
      const page = { userId, now, limit }
      const rows = after === undefined ? firstOfUser(page) : nextOfUser({ ...page, expiresAt: after.expiresAt, id: after.id })
      return (await rows).map(toRecord)
    },
    async recordUse(sessionId, now) {
      await db
        .updateTable('sessions')
        .set({ last_used_at: now })
        .where('id', '=', sessionId)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', now)]))
        .execute()
    },
    async remove(sessionIds) {
      for (const ids of chunks(sessionIds, chunkSize)) await db.deleteFrom('sessions').where('id', 'in', ids).execute()
    },
    async keepLatest(userId, limit) {
      const surplus = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .orderBy('id')
        .offset(limit)
        .limit(batchSize)
        .execute()
      // Nearly always there is none: then nothing is written.
      if (surplus.length > 0)
        await db
          .deleteFrom('sessions')
          .where(
            'id',
            'in',
            surplus.map(({ id }) => id),
          )
          .execute()
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('sessions').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('sessions').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

/** Binds all sessions of a browser to its new cookie. */
async function rebind(db: Kysely<SessionTables>, previous: string, userAgent: string): Promise<void> {
  await db.updateTable('sessions').set({ user_agent: userAgent }).where('user_agent', '=', previous).execute()
}

/** @returns false if the user has no such session any more */
async function replace(db: Kysely<SessionTables>, session: Session, userAgent: string): Promise<boolean> {
  const { id, user_id: userId, ...columns } = toRow(session)
  const row = await db
    .updateTable('sessions')
    .set({ ...columns, user_agent: userAgent })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
