// The keys that sign tokens. The keys of each algorithm are numbered, and the number is unique: it decides which of several processes
// adds the next key.
import { undated } from '@symbolon/core-protocol'
import type { SigningKey, SigningKeyStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, nullable, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** One signing key. */
export interface SigningKeysTable {
  readonly kid: string
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
  /** The number of the key among those of its algorithm, from 0. */
  readonly sequence: number
  readonly public_jwk: string
  /** Empty once the key is retired. */
  readonly sealed_private_jwk: string
  readonly created_at: number
  readonly active_from: number
  readonly retired_at: number | null
  readonly token_lifetime: number
  readonly key_set_max_age: number
  readonly revoked_at: number | null
}

/** The table of this store. */
export interface SigningKeyTables {
  readonly signing_keys: SigningKeysTable
}

/** The migrations of this store. */
export function signingKeyMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-signing-keys': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('signing_keys', (t) => {
          const named = integer(t.addColumn('kid', 'text', key).addColumn('algorithm', 'text', required), 'sequence')
            .addColumn('public_jwk', 'text', required)
            .addColumn('sealed_private_jwk', 'text', required)
          return integer(integer(integer(named, 'created_at'), 'active_from'), 'retired_at', nullable)
        })
        await index('signing_keys', ['algorithm', 'sequence'], { unique: true })
      },
    },
    '002-rotation': {
      async up(db) {
        const { addInteger } = schemaOf(db, dialect)
        // The next start raises both to what its configuration needs.
        await addInteger('signing_keys', 'token_lifetime', (column) => column.notNull().defaultTo(0))
        await addInteger('signing_keys', 'key_set_max_age', (column) => column.notNull().defaultTo(0))
        await addInteger('signing_keys', 'revoked_at')
      },
    },
  }
}

const { toRow, toRecord } = rowMapping<SigningKeysTable, Omit<SigningKey, 'sealedPrivateJwk'>>()({
  kid: 'kid',
  algorithm: 'algorithm',
  publicJwk: json('public_jwk'),
  createdAt: 'created_at',
  activeFrom: 'active_from',
  retiredAt: 'retired_at',
  tokenLifetime: 'token_lifetime',
  keySetMaxAge: 'key_set_max_age',
  revokedAt: 'revoked_at',
})

/** Stores signing keys. */
export function signingKeyStore(db: Kysely<SigningKeyTables>): SigningKeyStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('signing_keys')
        .selectAll()
        .orderBy('sequence', 'desc')
        .orderBy('active_from', 'desc')
        .orderBy('kid')
        .execute()
      return rows.map((row) => ({
        ...toRecord(row),
        ...(row.sealed_private_jwk === '' ? {} : { sealedPrivateJwk: row.sealed_private_jwk }),
      }))
    },
    insertFirst: async (key) => await insert(db, key, 0),
    async insertSuccessor(key, afterKid) {
      const last = await findLast(db, key)
      // If another process inserts between the two statements, the number is taken and this insert does nothing.
      return last?.kid === afterKid && (await insert(db, key, last.sequence + 1))
    },
    async setActiveFrom(kid, activeFrom) {
      const row = await db
        .updateTable('signing_keys')
        .set({ active_from: activeFrom })
        .where('kid', '=', kid)
        .where('active_from', '=', undated)
        .returning('kid')
        .executeTakeFirst()
      return row !== undefined
    },
    async raiseLifetimes(tokenLifetime, keySetMaxAge) {
      await db
        .updateTable('signing_keys')
        .set({ token_lifetime: tokenLifetime })
        .where('retired_at', 'is', null)
        .where('token_lifetime', '<', tokenLifetime)
        .execute()
      await db
        .updateTable('signing_keys')
        .set({ key_set_max_age: keySetMaxAge })
        .where('retired_at', 'is', null)
        .where('key_set_max_age', '<', keySetMaxAge)
        .execute()
    },
    async retire(kids, at) {
      if (kids.length === 0) return
      await db
        .updateTable('signing_keys')
        .set({ retired_at: at, sealed_private_jwk: '' })
        .where('kid', 'in', kids)
        .where('retired_at', 'is', null)
        .execute()
    },
    async revoke(kid, at, replacement) {
      return await db.transaction().execute(async (trx) => {
        const revoked = await trx
          .updateTable('signing_keys')
          .set(({ fn, val }) => ({ revoked_at: at, retired_at: fn.coalesce('retired_at', val(at)), sealed_private_jwk: '' }))
          .where('kid', '=', kid)
          .where('revoked_at', 'is', null)
          .returning('kid')
          .executeTakeFirst()
        if (revoked === undefined) return false
        while (replacement !== undefined) {
          const last = await findLast(trx, replacement)
          if (await insert(trx, replacement, last === undefined ? 0 : last.sequence + 1)) break
        }
        return true
      })
    },
    async remove(kids) {
      if (kids.length > 0) await db.deleteFrom('signing_keys').where('kid', 'in', kids).where('retired_at', 'is not', null).execute()
    },
  }
}

async function findLast(
  db: Kysely<SigningKeyTables>,
  { algorithm }: SigningKey,
): Promise<Pick<SigningKeysTable, 'kid' | 'sequence'> | undefined> {
  return await db
    .selectFrom('signing_keys')
    .select(['kid', 'sequence'])
    .where('algorithm', '=', algorithm)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** @returns false if another key has the number */
async function insert(db: Kysely<SigningKeyTables>, signingKey: SigningKey, sequence: number): Promise<boolean> {
  const row = await db
    .insertInto('signing_keys')
    .values({ ...toRow(signingKey), sequence, sealed_private_jwk: signingKey.sealedPrivateJwk ?? '' })
    .onConflict((conflict) => conflict.columns(['algorithm', 'sequence']).doNothing())
    .returning('kid')
    .executeTakeFirst()
  return row !== undefined
}
