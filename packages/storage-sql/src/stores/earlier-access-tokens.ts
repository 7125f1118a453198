// Opaque access tokens of earlier releases, found by their digest. None are added: the table empties as they expire.
import type { AccessTokenStore, EarlierAccessToken } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One access token of an earlier release. */
export interface EarlierAccessTokensTable {
  readonly digest: string
  readonly id: string
  readonly authorization_id: string
  readonly client_id: string
  readonly subject: string
  readonly session_id: string | null
  readonly scope: string
  readonly audience: string
  readonly userinfo_claims: string | null
  readonly actor: string | null
  readonly authentication: string | null
  readonly exchanged_from: string | null
  readonly offline_until: number | null
  readonly issued_at: number
  readonly expires_at: number
}

/** The table of earlier releases. */
export interface EarlierAccessTokenTables {
  readonly access_tokens: EarlierAccessTokensTable
}

/** The migrations of earlier releases. */
export function earlierAccessTokenMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-access-tokens': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('access_tokens', (t) => {
          const named = t
            .addColumn('digest', 'text', key)
            .addColumn('id', 'text', required)
            .addColumn('authorization_id', 'text', required)
            .addColumn('client_id', 'text', required)
            .addColumn('subject', 'text', required)
            .addColumn('session_id', 'text')
            .addColumn('scope', 'text', required)
            .addColumn('audience', 'text', required)
            .addColumn('userinfo_claims', 'text')
          return integer(integer(named, 'issued_at'), 'expires_at')
        })
        await index('access_tokens', ['expires_at'])
      },
    },
    '002-actor': {
      async up(db) {
        await schemaOf(db, dialect).addText('access_tokens', 'actor')
      },
    },
    '003-exchange': {
      async up(db) {
        const { addInteger, addText } = schemaOf(db, dialect)
        for (const column of ['authentication', 'exchanged_from']) await addText('access_tokens', column)
        await addInteger('access_tokens', 'offline_until')
      },
    },
  }
}

const { toRecord } = rowMapping<EarlierAccessTokensTable, EarlierAccessToken>()({
  digest: 'digest',
  id: 'id',
  authorizationId: 'authorization_id',
  clientId: 'client_id',
  subject: 'subject',
  sessionId: 'session_id',
  scope: json('scope'),
  audience: json('audience'),
  userinfoClaims: json('userinfo_claims'),
  actor: json('actor'),
  authentication: json('authentication'),
  origin: json('exchanged_from'),
  offlineUntil: 'offline_until',
  issuedAt: 'issued_at',
  expiresAt: 'expires_at',
})

/** Finds and removes the tokens of earlier releases. */
export function earlierAccessTokens(
  db: Kysely<EarlierAccessTokenTables>,
  dialect: SqlDialect,
): Pick<AccessTokenStore, 'deleteExpired' | 'findByDigest'> {
  const find = preparedOne(db, dialect, ({ digest }: Placeholders<Pick<EarlierAccessTokensTable, 'digest'>>) =>
    db.selectFrom('access_tokens').selectAll().where('digest', '=', digest),
  )

  return {
    async findByDigest(digest) {
      const row = await find({ digest })
      return row === undefined ? undefined : toRecord(row)
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('access_tokens').select('digest').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('access_tokens').where('digest', 'in', expired).returning('digest').execute()).length
    },
  }
}
