// The keys that tokens are signed with. Each algorithm counts its keys, and the count is unique: it decides who makes the next.
import { undated } from '@symbolon/core-protocol'
import type { SigningKey, SigningKeyStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { Database, SigningKeysTable } from '../database.ts'

export function signingKeyStore(db: Kysely<Database>): SigningKeyStore {
  return {
    async list() {
      const rows = await db.selectFrom('signing_keys').selectAll()
        .orderBy('sequence', 'desc').orderBy('active_from', 'desc').orderBy('kid').execute()
      return rows.map(toKey)
    },
    insertFirst: async (key) => await insert(db, key, 0),
    async insertSuccessor(key, afterKid) {
      const last = await lastOf(db, key)
      // Between the two statements another process may insert: then it has the number, and this one does nothing.
      return last?.kid === afterKid && await insert(db, key, last.sequence + 1)
    },
    async setActiveFrom(kid, activeFrom) {
      const row = await db.updateTable('signing_keys').set({ active_from: activeFrom })
        .where('kid', '=', kid).where('active_from', '=', undated).returning('kid').executeTakeFirst()
      return row !== undefined
    },
    async raiseLifetimes(tokenLifetime, keySetMaxAge) {
      await db.updateTable('signing_keys').set({ token_lifetime: tokenLifetime })
        .where('retired_at', 'is', null).where('token_lifetime', '<', tokenLifetime).execute()
      await db.updateTable('signing_keys').set({ key_set_max_age: keySetMaxAge })
        .where('retired_at', 'is', null).where('key_set_max_age', '<', keySetMaxAge).execute()
    },
    async retire(kids, at) {
      await db.updateTable('signing_keys').set({ retired_at: at, sealed_private_jwk: '' })
        .where('kid', 'in', kids).where('retired_at', 'is', null).execute()
    },
    async revoke(kid, at, replacement) {
      return await db.transaction().execute(async (trx) => {
        const revoked = await trx.updateTable('signing_keys')
          .set(({ fn, val }) => ({ revoked_at: at, retired_at: fn.coalesce('retired_at', val(at)), sealed_private_jwk: '' }))
          .where('kid', '=', kid).where('revoked_at', 'is', null).returning('kid').executeTakeFirst()
        if (revoked === undefined) return false
        while (replacement !== undefined) {
          const last = await lastOf(trx, replacement)
          if (await insert(trx, replacement, last === undefined ? 0 : last.sequence + 1)) break
        }
        return true
      })
    },
    async remove(kids) {
      await db.deleteFrom('signing_keys').where('kid', 'in', kids).where('retired_at', 'is not', null).execute()
    },
  }
}

async function lastOf(db: Kysely<Database>, { algorithm }: SigningKey): Promise<Pick<SigningKeysTable, 'kid' | 'sequence'> | undefined> {
  return await db.selectFrom('signing_keys').select(['kid', 'sequence']).where('algorithm', '=', algorithm)
    .orderBy('sequence', 'desc').limit(1).executeTakeFirst()
}

/** @returns whether the number was free */
async function insert(db: Kysely<Database>, key: SigningKey, sequence: number): Promise<boolean> {
  const row = await db.insertInto('signing_keys').values({
    kid: key.kid,
    algorithm: key.algorithm,
    sequence,
    public_jwk: JSON.stringify(key.publicJwk),
    sealed_private_jwk: key.sealedPrivateJwk ?? '',
    created_at: key.createdAt,
    active_from: key.activeFrom,
    retired_at: key.retiredAt ?? null,
    token_lifetime: key.tokenLifetime,
    key_set_max_age: key.keySetMaxAge,
    revoked_at: key.revokedAt ?? null,
  }).onConflict((conflict) => conflict.columns(['algorithm', 'sequence']).doNothing()).returning('kid').executeTakeFirst()
  return row !== undefined
}

function toKey(row: SigningKeysTable): SigningKey {
  return {
    kid: row.kid,
    algorithm: row.algorithm,
    publicJwk: parseContent(row.public_jwk),
    ...(row.sealed_private_jwk === '' ? {} : { sealedPrivateJwk: row.sealed_private_jwk }),
    createdAt: row.created_at,
    activeFrom: row.active_from,
    tokenLifetime: row.token_lifetime,
    keySetMaxAge: row.key_set_max_age,
    ...(row.retired_at === null ? {} : { retiredAt: row.retired_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  }
}
