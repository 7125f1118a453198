// The store of the conformance kit, in SQL.
import type { OwnStore } from '@symbolon/core-protocol'
import type { KitTicketRedemption } from '@symbolon/test-kit'
import type { SqlStore } from '@symbolon/storage-sql'

interface KitTables {
  readonly kit_tickets: {
    readonly id: string
    readonly client_id: string
    readonly redeemed_at: number | null
    readonly expires_at: number
  }
}

const sql: SqlStore<'kitTickets', KitTables> = {
  migrations: {
    '001-tickets': async ({ table, index, integer }) => {
      await table('kit_tickets', (t) => {
        const named = t
          .addColumn('id', 'text', (column) => column.notNull().primaryKey())
          .addColumn('client_id', 'text', (column) => column.notNull())
        return integer(
          integer(named, 'redeemed_at', (column) => column),
          'expires_at',
        )
      })
      await index('kit_tickets', ['expires_at'])
    },
  },
  open: (db) => ({
    async insert({ id, clientId, expiresAt }) {
      await db.insertInto('kit_tickets').values({ id, client_id: clientId, redeemed_at: null, expires_at: expiresAt }).execute()
    },
    async find(id) {
      const row = await db.selectFrom('kit_tickets').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : { id: row.id, clientId: row.client_id, expiresAt: row.expires_at }
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('kit_tickets').select('id').where('expires_at', '<=', now).limit(limit)
      return (await db.deleteFrom('kit_tickets').where('id', 'in', expired).returning('id').execute()).length
    },
  }),
  redeems: {
    kind: 'kitTicket',
    query: (db, redemption) => {
      const { id, clientId, now } = redemption as KitTicketRedemption
      return db
        .updateTable('kit_tickets')
        .set({ redeemed_at: now })
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .where('redeemed_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('id')
        .compile()
    },
  },
}

/** The store `kitTickets`. */
export const kitTickets: OwnStore = { name: 'kitTickets', forms: { sql } }
