// Sessions of the management console. The rows end with the user.
import { consoleIdleTime } from '@symbolon/core-protocol'
import type { ConsoleSession, ConsoleSessionStore } from '@symbolon/core-protocol'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, nullable, owned, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** The table of this store. */
export interface ConsoleSessionTables {
  readonly console_sessions: {
    readonly id: string
    readonly user_id: string
    readonly session_id: string
    readonly acr: string
    readonly authenticated_at: number
    readonly stepped_up_at: number | null
    readonly created_at: number
    readonly last_used_at: number
    readonly expires_at: number
  }
}

/** The migrations of this store. */
export function consoleSessionMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-console-sessions': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('console_sessions', (t) => {
          const named = t
            .addColumn('id', 'text', key)
            .addColumn('user_id', 'text', owned('users.user_id'))
            .addColumn('session_id', 'text', required)
            .addColumn('acr', 'text', required)
          const proved = integer(integer(named, 'authenticated_at'), 'stepped_up_at', nullable)
          return integer(integer(integer(proved, 'created_at'), 'last_used_at'), 'expires_at')
        })
        await index('console_sessions', ['expires_at'])
        await index('console_sessions', ['user_id'])
      },
    },
  }
}

/** Stores sessions of the console. */
export function consoleSessionStore(db: Kysely<ConsoleSessionTables>, dialect: SqlDialect): ConsoleSessionStore {
  return {
    async insert(session, replaced) {
      await db.transaction().execute(async (trx) => {
        if (replaced !== undefined) await trx.deleteFrom('console_sessions').where('id', '=', replaced).execute()
        await trx.insertInto('console_sessions').values(rowOf(session)).execute()
      })
    },
    async find(id, now) {
      const row = await db
        .selectFrom('console_sessions')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .where('last_used_at', '>', now - consoleIdleTime)
        .executeTakeFirst()
      return row === undefined ? undefined : sessionOf(row)
    },
    async recordUse(id, now) {
      await db.updateTable('console_sessions').set({ last_used_at: now }).where('id', '=', id).where('last_used_at', '<', now).execute()
    },
    async remove(id) {
      await db.deleteFrom('console_sessions').where('id', '=', id).execute()
    },
    async deleteExpired(now, limit) {
      const isOver = (eb: ExpressionBuilder<ConsoleSessionTables, 'console_sessions'>): Expression<SqlBool> =>
        eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', now - consoleIdleTime)])
      const over = skipLocked(db.selectFrom('console_sessions').select('id').where(isOver).limit(limit), dialect)
      return (await db.deleteFrom('console_sessions').where('id', 'in', over).where(isOver).returning('id').execute()).length
    },
  }
}

type Row = ConsoleSessionTables['console_sessions']

function rowOf({ id, userId, sessionId, acr, authenticatedAt, steppedUpAt, createdAt, lastUsedAt, expiresAt }: ConsoleSession): Row {
  return {
    id,
    user_id: userId,
    session_id: sessionId,
    acr,
    authenticated_at: authenticatedAt,
    stepped_up_at: steppedUpAt ?? null,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
  }
}

function sessionOf(row: Row): ConsoleSession {
  return {
    id: row.id,
    userId: row.user_id,
    sessionId: row.session_id,
    acr: row.acr,
    authenticatedAt: row.authenticated_at,
    ...(row.stepped_up_at === null ? {} : { steppedUpAt: row.stepped_up_at }),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
