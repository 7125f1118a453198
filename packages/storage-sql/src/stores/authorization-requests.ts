// Authorization requests that wait for the user. Taking one removes it: one request yields one answer. All of them together have
// limited room.
import { pendingRequestOverhead } from '@symbolon/core-protocol'
import type { AuthorizationRequestStore, PendingAuthorizationRequest } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored } from '../sql/json.ts'
import type { AuthorizationRequestsTable, Database } from '../database.ts'
import { type BoundedRows, roomFor } from '../sql/bounded-rows.ts'

export function authorizationRequestStore(db: Kysely<Database>): AuthorizationRequestStore {
  const withRoom = roomFor(requestsBySource(db))
  return {
    async insert(pending, { source, limit }) {
      const request = JSON.stringify(pending.request)
      const bytes = pendingRequestOverhead + new TextEncoder().encode(request).byteLength
      const row: AuthorizationRequestsTable = {
        id: pending.id,
        browser: pending.browser ?? null,
        request,
        session_id: pending.sessionId ?? null,
        login_name: pending.loginName ?? null,
        created_at: pending.createdAt,
        expires_at: pending.expiresAt,
        source,
        bytes,
        touched: 0,
      }
      await withRoom(bytes, limit, async () => await db.insertInto('authorization_requests').values(row).execute())
    },
    async find(id, now) {
      const row = await db.selectFrom('authorization_requests').selectAll()
        .where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()
      return row === undefined ? undefined : toPending(row)
    },
    async bind(id, browser) {
      const row = await db.updateTable('authorization_requests').set({ browser })
        .where('id', '=', id).where('browser', 'is', null).returning('id').executeTakeFirst()
      return row !== undefined
    },
    async update(id, { sessionId, loginName }) {
      if (sessionId === undefined && loginName === undefined) return
      await db.updateTable('authorization_requests').set({
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
        ...(loginName === undefined ? {} : { login_name: loginName }),
        touched: 1,
      }).where('id', '=', id).execute()
    },
    async take(id, now) {
      const row = await db.deleteFrom('authorization_requests')
        .where('id', '=', id).where('expires_at', '>', now).returningAll().executeTakeFirst()
      return row === undefined ? undefined : toPending(row)
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('authorization_requests').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('authorization_requests').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}

function requestsBySource(db: Kysely<Database>): BoundedRows {
  return {
    async list() {
      const rows = await db.selectFrom('authorization_requests')
        .select(({ fn }) => ['source', fn.sum<number | string>('bytes').as('bytes'), fn.countAll<number | string>().as('requests')])
        .where('source', 'is not', null)
        .groupBy('source')
        .orderBy('bytes', 'desc').orderBy(({ fn }) => fn.min('created_at'))
        .execute()
      return rows.map(({ source, bytes, requests }) => ({ source: source ?? '', size: Number(bytes), rows: Number(requests) }))
    },
    async remove(source, requests) {
      const first = db.selectFrom('authorization_requests').select('id').where('source', '=', source)
        .orderBy('touched').orderBy('created_at').limit(requests)
      const gone = await db.deleteFrom('authorization_requests').where('id', 'in', first).returning('bytes').execute()
      return gone.map(({ bytes }) => bytes)
    },
  }
}

function toPending(row: AuthorizationRequestsTable): PendingAuthorizationRequest {
  return {
    id: row.id,
    ...(row.browser === null ? {} : { browser: row.browser }),
    request: parseStored(row.request),
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    ...(row.login_name === null ? {} : { loginName: row.login_name }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
