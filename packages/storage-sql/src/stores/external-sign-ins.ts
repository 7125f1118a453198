// Sign-ins at identity providers that are under way, by the digest of their `state`, and identities that wait for the decision of a user.
// A sign-in and an identity are removed by the statement that reads them, so that each is used once.
import type { ExternalSignIn, ExternalSignInStore, WaitingIdentity } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { boundedInsert } from '../sql/bounded-rows.ts'
import type { BoundedRows } from '../sql/bounded-rows.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { rowMapping } from '../sql/row-mapping.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One sign-in under way. */
export interface ExternalSignInsTable {
  readonly state: string
  readonly idp_id: string
  readonly request_id: string
  readonly browser: string
  readonly nonce: string
  readonly sealed_verifier: string
  readonly purpose: ExternalSignIn['purpose']
  readonly user_id: string | null
  readonly sealed_response: string | null
  readonly created_at: number
  readonly expires_at: number
  readonly source: string
  /** Null in rows of earlier releases, and for responses by redirect. */
  readonly response_mode: 'form_post' | null
  readonly response_proof: string | null
}

/** One identity that waits. */
export interface WaitingIdentitiesTable {
  readonly request_id: string
  readonly browser: string
  readonly sealed_identity: string
  readonly expires_at: number
}

/** The tables of this store. */
export interface ExternalSignInTables {
  readonly external_sign_ins: ExternalSignInsTable
  readonly waiting_identities: WaitingIdentitiesTable
}

/** The migrations of this store. */
export function externalSignInMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-external-sign-ins': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('external_sign_ins', (t) => {
          const named = t
            .addColumn('state', 'text', key)
            .addColumn('idp_id', 'text', required)
            .addColumn('request_id', 'text', required)
            .addColumn('browser', 'text', required)
            .addColumn('nonce', 'text', required)
            .addColumn('sealed_verifier', 'text', required)
            .addColumn('purpose', 'text', required)
            .addColumn('user_id', 'text')
            .addColumn('sealed_response', 'text')
            .addColumn('source', 'text', required)
          return integer(integer(named, 'created_at'), 'expires_at')
        })
        await index('external_sign_ins', ['expires_at'])
        await index('external_sign_ins', ['source', 'created_at'])
        await table('waiting_identities', (t) =>
          integer(
            t.addColumn('request_id', 'text', key).addColumn('browser', 'text', required).addColumn('sealed_identity', 'text', required),
            'expires_at',
          ),
        )
        await index('waiting_identities', ['expires_at'])
      },
    },
    '002-posted-responses': {
      async up(db) {
        const { addText } = schemaOf(db, dialect)
        await addText('external_sign_ins', 'response_mode')
        await addText('external_sign_ins', 'response_proof')
      },
    },
  }
}

const signIns = rowMapping<ExternalSignInsTable, ExternalSignIn>()({
  state: 'state',
  idpId: 'idp_id',
  requestId: 'request_id',
  browser: 'browser',
  nonce: 'nonce',
  sealedVerifier: 'sealed_verifier',
  purpose: 'purpose',
  userId: 'user_id',
  responseMode: 'response_mode',
  sealedResponse: 'sealed_response',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
})

const identities = rowMapping<WaitingIdentitiesTable, WaitingIdentity>()({
  requestId: 'request_id',
  browser: 'browser',
  sealedIdentity: 'sealed_identity',
  expiresAt: 'expires_at',
})

/** Stores sign-ins at identity providers while they are under way. */
export function externalSignInStore(db: Kysely<ExternalSignInTables>, dialect: SqlDialect): ExternalSignInStore {
  const insertWithinLimit = boundedInsert(signInsBySource(db))
  return {
    async begin(signIn, { source, limit }) {
      const row = { ...signIns.toRow(signIn), response_proof: null, source }
      await insertWithinLimit(
        { size: 1, limit, now: signIn.createdAt },
        async () => await db.insertInto('external_sign_ins').values(row).execute(),
      )
    },
    async receive(state, { sealedResponse, proof }, now) {
      const row = await db
        .updateTable('external_sign_ins')
        .set({ sealed_response: sealedResponse, response_proof: proof })
        .where('state', '=', state)
        .where('response_mode', '=', 'form_post')
        .where('sealed_response', 'is', null)
        .where('expires_at', '>', now)
        .returning('state')
        .executeTakeFirst()
      return row !== undefined
    },
    async take(state, proof, now) {
      const row = await db
        .deleteFrom('external_sign_ins')
        .where('state', '=', state)
        .where(({ eb }) => (proof === undefined ? eb('sealed_response', 'is', null) : eb('response_proof', '=', proof)))
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : signIns.toRecord(row)
    },
    async keepIdentity(identity) {
      const { request_id: _, ...kept } = identities.toRow(identity)
      await db
        .insertInto('waiting_identities')
        .values(identities.toRow(identity))
        .onConflict((conflict) => conflict.column('request_id').doUpdateSet(kept))
        .execute()
    },
    async findIdentity(requestId, now) {
      const row = await db
        .selectFrom('waiting_identities')
        .selectAll()
        .where('request_id', '=', requestId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? undefined : identities.toRecord(row)
    },
    async takeIdentity(requestId, now) {
      const row = await db
        .deleteFrom('waiting_identities')
        .where('request_id', '=', requestId)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : identities.toRecord(row)
    },
    async deleteExpired(now, limit) {
      const signInIds = skipLocked(
        db.selectFrom('external_sign_ins').select('state').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      const { length } = await db.deleteFrom('external_sign_ins').where('state', 'in', signInIds).returning('state').execute()
      const identityIds = skipLocked(
        db
          .selectFrom('waiting_identities')
          .select('request_id')
          .where('expires_at', '<=', now)
          .orderBy('expires_at')
          .limit(limit - length),
        dialect,
      )
      return (
        length + (await db.deleteFrom('waiting_identities').where('request_id', 'in', identityIds).returning('request_id').execute()).length
      )
    },
  }
}

function signInsBySource(db: Kysely<ExternalSignInTables>): BoundedRows {
  return {
    async list() {
      const rows = await db
        .selectFrom('external_sign_ins')
        .select(({ fn }) => ['source', fn.countAll<number | string>().as('rows')])
        .groupBy('source')
        .orderBy('rows', 'desc')
        .orderBy(({ fn }) => fn.min('created_at'))
        .execute()
      return rows.map(({ source, rows: count }) => ({ source, size: Number(count), rows: Number(count) }))
    },
    async remove(source, count) {
      const oldest = db.selectFrom('external_sign_ins').select('state').where('source', '=', source).orderBy('created_at').limit(count)
      const removed = await db.deleteFrom('external_sign_ins').where('state', 'in', oldest).returning('state').execute()
      return removed.map(() => 1)
    },
  }
}
