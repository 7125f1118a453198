// The keys that tokens are signed with.
import type { SigningKey, SigningKeyStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../content.ts'
import type { Database, SigningKeysTable } from '../tables.ts'

export function signingKeyStore(db: Kysely<Database>): SigningKeyStore {
  return {
    async list() {
      const rows = await db.selectFrom('signing_keys').selectAll().orderBy('active_from', 'desc').orderBy('kid').execute()
      return rows.map(toKey)
    },
    async insertFirst(key) {
      // The first key of an algorithm has the sequence 0, and there can be only one of it.
      const row = await db.insertInto('signing_keys').values({
        kid: key.kid,
        algorithm: key.algorithm,
        sequence: 0,
        public_jwk: JSON.stringify(key.publicJwk),
        sealed_private_jwk: key.sealedPrivateJwk,
        created_at: key.createdAt,
        active_from: key.activeFrom,
        retired_at: key.retiredAt ?? null,
      }).onConflict((conflict) => conflict.columns(['algorithm', 'sequence']).doNothing()).returning('kid').executeTakeFirst()
      return row !== undefined
    },
  }
}

function toKey(row: SigningKeysTable): SigningKey {
  return {
    kid: row.kid,
    algorithm: row.algorithm,
    publicJwk: parseContent(row.public_jwk),
    sealedPrivateJwk: row.sealed_private_jwk,
    createdAt: row.created_at,
    activeFrom: row.active_from,
    ...(row.retired_at === null ? {} : { retiredAt: row.retired_at }),
  }
}
