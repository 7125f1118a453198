// The store of the protocol: devices that wait for their users. Its table is created in every database when a part that brings it is composed.
import type { OwnStore } from '@symbolon/core-protocol'
import type { SqlStore } from '@symbolon/storage-sql'

/** A device that waits. */
export interface Pairing {
  /** Of the device code, which the device alone knows. */
  readonly digest: string
  /** Of the code that the user types, under the key of the instance: a bare digest of a short code is reversed in seconds. */
  readonly codeDigest: string
  readonly clientId: string
  readonly scope: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** The user who decided. Absent before the decision. */
  readonly userId?: string
  readonly denied?: boolean
  readonly redeemed?: boolean
}

/** What the parts of the protocol call. Each method is one statement. */
export interface PairingStore {
  insert(pairing: Pairing): Promise<void>
  find(digest: string): Promise<Pairing | undefined>
  /** Finds a device that waits for its user. */
  findWaiting(codeDigest: string, now: number): Promise<Pairing | undefined>
  /** @returns whether this call decided: of concurrent decisions one does */
  decide(digest: string, userId: string, denied: boolean, now: number): Promise<boolean>
  /** Called regularly by the provider. */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** Names what is redeemed. The storage redeems it in the transaction that stores the tokens. */
interface PairingRedemption {
  readonly kind: 'pairing'
  readonly digest: string
  readonly clientId: string
  readonly now: number
}

declare module '@symbolon/core-protocol' {
  interface Stores {
    readonly pairings: PairingStore
  }
  interface Redemptions {
    readonly pairing: PairingRedemption
  }
}

interface Row {
  readonly digest: string
  readonly code_digest: string
  readonly client_id: string
  readonly scope: string
  readonly expires_at: number
  readonly user_id: string | null
  readonly denied: number
  readonly redeemed: number
}

const sql: SqlStore<'pairings', { readonly acme_pairings: Row }> = {
  migrations: {
    '001-pairings': async ({ table, index, integer }) => {
      await table('acme_pairings', (t) => {
        const texts = t
          .addColumn('digest', 'text', (column) => column.notNull().primaryKey())
          .addColumn('code_digest', 'text', (column) => column.notNull().unique())
          .addColumn('client_id', 'text', (column) => column.notNull())
          .addColumn('scope', 'text', (column) => column.notNull())
          .addColumn('user_id', 'text')
        return ['expires_at', 'denied', 'redeemed'].reduce((built, name) => integer(built, name), texts)
      })
      await index('acme_pairings', ['expires_at'])
    },
  },

  open: (db) => ({
    async insert({ digest, codeDigest, clientId, scope, expiresAt }) {
      const row = {
        digest,
        code_digest: codeDigest,
        client_id: clientId,
        scope,
        expires_at: expiresAt,
        user_id: null,
        denied: 0,
        redeemed: 0,
      }
      await db.insertInto('acme_pairings').values(row).execute()
    },
    async find(digest) {
      return toPairing(await db.selectFrom('acme_pairings').selectAll().where('digest', '=', digest).executeTakeFirst())
    },
    async findWaiting(codeDigest, now) {
      const waiting = db.selectFrom('acme_pairings').selectAll().where('code_digest', '=', codeDigest).where('user_id', 'is', null)
      return toPairing(await waiting.where('expires_at', '>', now).executeTakeFirst())
    },
    async decide(digest, userId, denied, now) {
      const decided = await db
        .updateTable('acme_pairings')
        .set({ user_id: userId, denied: denied ? 1 : 0 })
        .where('digest', '=', digest)
        .where('user_id', 'is', null)
        .where('expires_at', '>', now)
        .returning('digest')
        .execute()
      return decided.length > 0
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('acme_pairings').select('digest').where('expires_at', '<=', now).limit(limit)
      return (await db.deleteFrom('acme_pairings').where('digest', 'in', expired).returning('digest').execute()).length
    },
  }),

  redeems: {
    kind: 'pairing',
    query: (db, { digest, clientId, now }) =>
      db
        .updateTable('acme_pairings')
        .set({ redeemed: 1 })
        .where('digest', '=', digest)
        .where('client_id', '=', clientId)
        .where('user_id', 'is not', null)
        .where('denied', '=', 0)
        .where('redeemed', '=', 0)
        .where('expires_at', '>', now)
        .returning('digest')
        .compile(),
  },
}

function toPairing(row: Row | undefined): Pairing | undefined {
  if (row === undefined) return undefined
  const { digest, code_digest: codeDigest, client_id: clientId, scope, expires_at: expiresAt, user_id: userId, denied, redeemed } = row
  const user = userId === null ? {} : { userId }
  return { digest, codeDigest, clientId, scope, expiresAt: Number(expiresAt), ...user, denied: denied === 1, redeemed: redeemed === 1 }
}

/** An expired row stays for ten more minutes, so that its device learns that it has expired. */
export const pairings: OwnStore = { name: 'pairings', forms: { sql }, keepsExpired: 600_000 }
