// Refresh tokens: one row for each family, that is, for the tokens that succeed one another. The row has room for one valid token, and
// one conditional update decides which of several concurrent uses rotates it. https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
import type { RefreshTokenFamily, RefreshTokenRotation, RefreshTokenStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, nullable, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** One family. */
export interface RefreshTokensTable {
  readonly family: string
  readonly authorization_id: string
  readonly client_id: string
  readonly subject: string
  readonly scope: string
  readonly audience: string
  readonly authentication: string | null
  readonly claims: string | null
  readonly actor: string | null
  readonly exchanged_from: string | null
  readonly issued_at: number
  readonly ends_at: number
  /** Of the valid token. */
  readonly digest: string
  readonly expires_at: number
  /** Of the token before it. */
  readonly previous_digest: string | null
  readonly repeatable_until: number | null
  readonly validity: string | null
}

/** The table of this store. */
export interface RefreshTokenTables {
  readonly refresh_tokens: RefreshTokensTable
}

/** The migrations of this store. */
export function refreshTokenMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-refresh-tokens': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('refresh_tokens', (t) => {
          const named = t
            .addColumn('family', 'text', key)
            .addColumn('authorization_id', 'text', required)
            .addColumn('client_id', 'text', required)
            .addColumn('subject', 'text', required)
            .addColumn('scope', 'text', required)
            .addColumn('audience', 'text', required)
            .addColumn('authentication', 'text')
            .addColumn('claims', 'text')
            .addColumn('actor', 'text')
            .addColumn('digest', 'text', required)
            .addColumn('previous_digest', 'text')
          const timed = integer(integer(integer(named, 'issued_at'), 'ends_at'), 'expires_at')
          return integer(timed, 'repeatable_until', nullable)
        })
        await index('refresh_tokens', ['expires_at'])
      },
    },
    '002-exchange': {
      async up(db) {
        await schemaOf(db, dialect).addText('refresh_tokens', 'exchanged_from')
      },
    },
    '003-validity': {
      async up(db) {
        await schemaOf(db, dialect).addText('refresh_tokens', 'validity')
      },
    },
    '004-of-user': {
      async up(db) {
        await schemaOf(db, dialect).index('refresh_tokens', ['subject', 'client_id', 'expires_at'])
      },
    },
  }
}

const { toRow, toRecord } = rowMapping<RefreshTokensTable, RefreshTokenFamily>()({
  id: 'family',
  authorizationId: 'authorization_id',
  clientId: 'client_id',
  subject: 'subject',
  scope: json('scope'),
  audience: json('audience'),
  authentication: json('authentication'),
  claims: json('claims'),
  actor: json('actor'),
  origin: json('exchanged_from'),
  issuedAt: 'issued_at',
  endsAt: 'ends_at',
  validity: 'validity',
})

interface Surplus {
  readonly subject: string
  readonly clientId: string
  /** Families that stay. */
  readonly limit: number
}

/** Rows that one statement removes, so that other writes do not wait for long. */
const batchSize = 500

/** Stores refresh tokens by family. */
export function refreshTokenStore(db: Kysely<RefreshTokenTables>, dialect: SqlDialect): RefreshTokenStore {
  const insert = prepared(db, dialect, (row: Placeholders<RefreshTokensTable>) => db.insertInto('refresh_tokens').values(row))
  const find = preparedOne(db, dialect, ({ id, now }: Placeholders<{ readonly id: string; readonly now: number }>) =>
    db.selectFrom('refresh_tokens').selectAll().where('family', '=', id).where('expires_at', '>', now),
  )
  const rotate = preparedOne(
    db,
    dialect,
    ({ family, clientId, digest, successor, now, expiresAt, repeatableUntil }: Placeholders<RefreshTokenRotation>) =>
      db
        .updateTable('refresh_tokens')
        .set({ digest: successor, previous_digest: digest, expires_at: expiresAt, repeatable_until: repeatableUntil })
        .where('family', '=', family)
        .where('client_id', '=', clientId)
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .returning('family'),
  )
  const listSurplus = prepared(db, dialect, ({ subject, clientId, limit }: Placeholders<Surplus>) =>
    db
      .selectFrom('refresh_tokens')
      .select('family')
      .where('subject', '=', subject)
      .where('client_id', '=', clientId)
      .orderBy('expires_at', 'desc')
      .orderBy('family')
      .offset(limit)
      .limit(batchSize),
  )

  return {
    async insert(family, { digest, expiresAt }) {
      await insert({ ...toRow(family), digest, expires_at: expiresAt, previous_digest: null, repeatable_until: null })
    },
    async find(id, now) {
      const row = await find({ id, now })
      return row === undefined ? undefined : toRecord(row)
    },
    async rotate(rotation) {
      if ((await rotate(rotation)) !== undefined) return 'rotated'
      const { family, clientId, digest, now } = rotation
      const row = await db
        .selectFrom('refresh_tokens')
        .select(['digest', 'previous_digest', 'repeatable_until'])
        .where('family', '=', family)
        .where('client_id', '=', clientId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (row === undefined) return 'invalid'
      return row.previous_digest === digest && now < (row.repeatable_until ?? 0) ? 'repeated' : 'reused'
    },
    async keepLatest(subject, clientId, limit) {
      const surplus = await listSurplus({ subject, clientId, limit })
      if (surplus.length > 0)
        await db
          .deleteFrom('refresh_tokens')
          .where(
            'family',
            'in',
            surplus.map(({ family }) => family),
          )
          .execute()
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('refresh_tokens').select('family').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('refresh_tokens').where('family', 'in', expired).returning('family').execute()).length
    },
  }
}
