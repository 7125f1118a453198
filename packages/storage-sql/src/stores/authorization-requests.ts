// Authorization requests that wait for the user. Taking a request removes it, so that one request yields one response. The space of all
// requests is limited, because any browser can send one.
import { pendingRequestOverhead } from '@symbolon/core-protocol'
import type { AuthorizationRequestStore, PendingAuthorizationRequest } from '@symbolon/core-protocol'
import type { Kysely, OperandValueExpressionOrList } from 'kysely'
import { boundedInsert } from '../sql/bounded-rows.ts'
import type { BoundedRows } from '../sql/bounded-rows.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One pending request. */
export interface AuthorizationRequestsTable {
  readonly id: string
  readonly browser: string | null
  readonly request: string
  readonly session_id: string | null
  readonly login_name: string | null
  /** JSON: the names of the offered steps that the user skipped. */
  readonly skipped: string | null
  readonly created_at: number
  readonly expires_at: number
  /** Null in rows that are older than the limit. */
  readonly source: string | null
  readonly bytes: number
  /** 1 once the user has answered a step. Such requests are removed last. */
  readonly touched: number
}

/** The table of this store. */
export interface AuthorizationRequestTables {
  readonly authorization_requests: AuthorizationRequestsTable
}

/** The migrations of this store. */
export function authorizationRequestMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-authorization-requests': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('authorization_requests', (t) => {
          const named = t
            .addColumn('id', 'text', key)
            .addColumn('browser', 'text')
            .addColumn('request', 'text', required)
            .addColumn('session_id', 'text')
            .addColumn('login_name', 'text')
          return integer(integer(named, 'created_at'), 'expires_at')
        })
        await index('authorization_requests', ['expires_at'])
      },
    },
    '002-room': {
      async up(db) {
        const { addInteger, addText, index } = schemaOf(db, dialect)
        await addText('authorization_requests', 'source')
        for (const column of ['bytes', 'touched']) {
          await addInteger('authorization_requests', column, (each) => each.notNull().defaultTo(0))
        }
        // Covers both queries of the limit: the space that each source takes, and the rows to remove first.
        await index('authorization_requests', ['source', 'touched', 'created_at', 'bytes'])
      },
    },
    '003-skipped': {
      async up(db) {
        await schemaOf(db, dialect).addText('authorization_requests', 'skipped')
      },
    },
  }
}

const { toRow, toRecord } = rowMapping<AuthorizationRequestsTable, PendingAuthorizationRequest>()({
  id: 'id',
  browser: 'browser',
  request: json('request'),
  sessionId: 'session_id',
  loginName: 'login_name',
  skipped: json('skipped'),
  createdAt: 'created_at',
  expiresAt: 'expires_at',
})

/** Stores pending authorization requests. */
export function authorizationRequestStore(db: Kysely<AuthorizationRequestTables>, dialect: SqlDialect): AuthorizationRequestStore {
  const insertWithinLimit = boundedInsert(requestsBySource(db))
  return {
    async insert(pending, { source, limit }) {
      const columns = toRow(pending)
      const bytes = pendingRequestOverhead + new TextEncoder().encode(columns.request).byteLength
      const values = { ...columns, source, bytes, touched: 0 }
      const row = { size: bytes, limit, now: pending.createdAt }
      await insertWithinLimit(row, async () => await db.insertInto('authorization_requests').values(values).execute())
    },
    async find(id, now) {
      const row = await db
        .selectFrom('authorization_requests')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },
    async bind(id, browser) {
      const row = await db
        .updateTable('authorization_requests')
        .set({ browser })
        .where('id', '=', id)
        .where('browser', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async update(id, { sessionId, loginName, skipped }) {
      if (sessionId === undefined && loginName === undefined && skipped === undefined) return
      await db
        .updateTable('authorization_requests')
        .set({
          ...(sessionId === undefined ? {} : { session_id: sessionId }),
          ...(loginName === undefined ? {} : { login_name: loginName }),
          ...(skipped === undefined ? {} : { skipped: JSON.stringify(skipped) }),
          touched: 1,
        })
        .where('id', '=', id)
        .execute()
    },
    async take(id, now) {
      const row = await db
        .deleteFrom('authorization_requests')
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('authorization_requests').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('authorization_requests').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

function requestsBySource(db: Kysely<AuthorizationRequestTables>): BoundedRows {
  const removeAll = async (
    ids: OperandValueExpressionOrList<AuthorizationRequestTables, 'authorization_requests', 'id'>,
  ): Promise<readonly number[]> => {
    const removed = await db.deleteFrom('authorization_requests').where('id', 'in', ids).returning('bytes').execute()
    return removed.map(({ bytes }) => bytes)
  }
  return {
    async list() {
      const rows = await db
        .selectFrom('authorization_requests')
        .select(({ fn }) => ['source', fn.sum<number | string>('bytes').as('bytes'), fn.countAll<number | string>().as('requests')])
        .where('source', 'is not', null)
        .groupBy('source')
        .orderBy('bytes', 'desc')
        .orderBy(({ fn }) => fn.min('created_at'))
        .execute()
      return rows.map(({ source, bytes, requests }) => ({ source: source ?? '', size: Number(bytes), rows: Number(requests) }))
    },
    async remove(source, requests, now) {
      const ofSource = db.selectFrom('authorization_requests').select('id').where('source', '=', source)
      // Requests that are only kept to be started again hold up no sign-in that is under way. Of the touched ones the oldest expire first, so no others are read.
      const oldest = ofSource.select('expires_at').where('touched', '=', 1).orderBy('created_at').limit(requests)
      const expired = await removeAll(db.selectFrom(oldest.as('oldest')).select('id').where('expires_at', '<=', now))
      return expired.length > 0 ? expired : await removeAll(ofSource.orderBy('touched').orderBy('created_at').limit(requests))
    },
  }
}
