// The store in SQL. Taking a request removes it, so that one `request_uri` yields one answer.
import type { AuthorizationRequest, OwnStore } from '@symbolon/core-protocol'
import type { SqlStore } from '@symbolon/storage-sql'
import type { PushedRequestStore } from './pushed-request-store.ts'

interface PushedRequestTables {
  readonly pushed_requests: {
    readonly digest: string
    readonly client_id: string
    readonly owner: string
    readonly request: string
    readonly bytes: number
    readonly created_at: number
    readonly expires_at: number
    readonly kept_until: number
  }
}

/** Bytes that a request takes in addition to its text. */
const overhead = 1024

const sql: SqlStore<'pushedRequests', PushedRequestTables> = {
  migrations: {
    '001-pushed-requests': async ({ table, index, integer }) => {
      await table('pushed_requests', (t) => {
        const named = t
          .addColumn('digest', 'text', (column) => column.notNull().primaryKey())
          .addColumn('client_id', 'text', (column) => column.notNull())
          .addColumn('owner', 'text', (column) => column.notNull())
          .addColumn('request', 'text', (column) => column.notNull())
        return ['bytes', 'created_at', 'expires_at', 'kept_until'].reduce((all, name) => integer(all, name), named)
      })
      await index('pushed_requests', ['kept_until'])
      // Covers both queries of the limit.
      await index('pushed_requests', ['owner', 'client_id', 'created_at', 'bytes'])
    },
  },
  open(db, _dialect, { boundedInsert }): PushedRequestStore {
    const insertWithinLimit = boundedInsert({
      async list() {
        const rows = await db
          .selectFrom('pushed_requests')
          .select(({ fn }) => ['owner', fn.sum<number | string>('bytes').as('size'), fn.countAll<number | string>().as('rows')])
          .groupBy('owner')
          .orderBy('size', 'desc')
          .orderBy(({ fn }) => fn.min('created_at'))
          .execute()
        return rows.map(({ owner, size, rows: count }) => ({ source: owner, size: Number(size), rows: Number(count) }))
      },
      async remove(owner, count) {
        const ofOwner = db.selectFrom('pushed_requests').where('owner', '=', owner)
        const largest = await ofOwner
          .select('client_id')
          .groupBy('client_id')
          .orderBy(({ fn }) => fn.sum('bytes'), 'desc')
          .limit(1)
          .executeTakeFirst()
        if (largest === undefined) return []
        const oldest = ofOwner.select('digest').where('client_id', '=', largest.client_id).orderBy('created_at').limit(count)
        const removed = await db.deleteFrom('pushed_requests').where('digest', 'in', oldest).returning('bytes').execute()
        return removed.map(({ bytes }) => bytes)
      },
    })
    return {
      async insert({ digest, clientId, owner, request, createdAt, expiresAt, keptUntil }, limit) {
        const text = JSON.stringify(request)
        const bytes = overhead + new TextEncoder().encode(text).byteLength
        const times = { created_at: createdAt, expires_at: expiresAt, kept_until: keptUntil }
        const row = { digest, client_id: clientId, owner, request: text, bytes, ...times }
        await insertWithinLimit({ size: bytes, limit, now: createdAt }, async () => {
          await db.insertInto('pushed_requests').values(row).execute()
        })
      },
      async find({ digest, clientId }, now) {
        const row = await db
          .selectFrom('pushed_requests')
          .select('request')
          .where('digest', '=', digest)
          .where('client_id', '=', clientId)
          .where('expires_at', '>', now)
          .executeTakeFirst()
        // Written by `insert` alone.
        return row === undefined ? undefined : (JSON.parse(row.request) as AuthorizationRequest)
      },
      async take(digest, now) {
        const taken = await db
          .deleteFrom('pushed_requests')
          .where('digest', '=', digest)
          .where('kept_until', '>', now)
          .returning('digest')
          .executeTakeFirst()
        return taken !== undefined
      },
      async deleteExpired(now, limit) {
        const expired = db.selectFrom('pushed_requests').select('digest').where('kept_until', '<=', now).orderBy('kept_until').limit(limit)
        return (await db.deleteFrom('pushed_requests').where('digest', 'in', expired).returning('digest').execute()).length
      },
    }
  },
}

/** The store of pushed requests, for `moveTables` and for parts that use it. */
export const pushedRequestStore: OwnStore = { name: 'pushedRequests', forms: { sql } }
