// Refresh tokens: one row for each family, that is, for the tokens that succeed one another. The row has room for one valid token, and
// one conditional update decides which of several concurrent uses rotates it. https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
import type { NewRefreshToken, RefreshTokenFamily, RefreshTokenRotation, RefreshTokenStore } from '@symbolon/core-protocol'
import type { CompiledQuery, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { preparedOne, preparedQuery } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, nullable, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

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
    '005-of-user-without-expiry': {
      async up(db) {
        // Every rotation changes `expires_at`, and each index with it is written once more.
        await schemaOf(db, dialect).replaceIndex('refresh_tokens', ['subject', 'client_id', 'expires_at'], ['subject', 'client_id'])
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
  readonly familiesKept: number
}

/** Rows that one statement removes, so that other writes do not wait for long. */
const batchSize = 500

/** The queries of an insertion. */
export interface RefreshTokenInsertion {
  /** Stores a family with its first token. */
  readonly insert: CompiledQuery
  /** Removes the families of its subject at its client that are too many. */
  readonly removeSurplus: CompiledQuery
}

/** Prepares the queries of insertions. */
export function refreshTokenInsertion(db: Kysely<RefreshTokenTables>): (token: NewRefreshToken) => RefreshTokenInsertion {
  const insert = preparedQuery((row: Placeholders<RefreshTokensTable>) => db.insertInto('refresh_tokens').values(row))
  const removeSurplus = preparedQuery(({ subject, clientId, familiesKept }: Placeholders<Surplus>) =>
    db
      .deleteFrom('refresh_tokens')
      .where(
        'family',
        'in',
        db
          .selectFrom('refresh_tokens')
          .select('family')
          .where('subject', '=', subject)
          .where('client_id', '=', clientId)
          .orderBy('expires_at', 'desc')
          .offset(familiesKept)
          .limit(batchSize),
      ),
  )
  return ({ family, digest, expiresAt, familiesKept }) => ({
    insert: insert({ ...toRow(family), digest, expires_at: expiresAt, previous_digest: null, repeatable_until: null }),
    removeSurplus: removeSurplus({ subject: family.subject, clientId: family.clientId, familiesKept }),
  })
}

/** The queries of one rotation. Each returns a row if its condition is met. */
export interface RotationQueries {
  /** Puts the successor in the place of the presented token, if that is live. */
  rotate(rotation: RefreshTokenRotation): CompiledQuery
  /** Changes nothing, but locks the row, if the presented token was rotated a moment ago and its successor is unused. */
  repeat(rotation: RefreshTokenRotation): CompiledQuery
}

/** Prepares the queries of rotations. */
export function refreshTokenRotation(db: Kysely<RefreshTokenTables>): RotationQueries {
  return {
    rotate: preparedQuery(({ family, clientId, digest, successor, now, expiresAt, repeatableUntil }: Placeholders<RefreshTokenRotation>) =>
      db
        .updateTable('refresh_tokens')
        .set({ digest: successor, previous_digest: digest, expires_at: expiresAt, repeatable_until: repeatableUntil })
        .where('family', '=', family)
        .where('client_id', '=', clientId)
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .returning('family'),
    ),
    repeat: preparedQuery(({ family, clientId, digest, now }: Placeholders<RefreshTokenRotation>) =>
      db
        .updateTable('refresh_tokens')
        .set({ previous_digest: digest })
        .where('family', '=', family)
        .where('client_id', '=', clientId)
        .where('previous_digest', '=', digest)
        .where('repeatable_until', '>', now)
        .where('expires_at', '>', now)
        .returning('family'),
    ),
  }
}

/** Stores refresh tokens by family. */
export function refreshTokenStore(db: Kysely<RefreshTokenTables>, dialect: SqlDialect): RefreshTokenStore {
  const find = preparedOne(db, dialect, ({ id, now }: Placeholders<{ readonly id: string; readonly now: number }>) =>
    db.selectFrom('refresh_tokens').selectAll().where('family', '=', id).where('expires_at', '>', now),
  )

  return {
    async find(id, now) {
      const row = await find({ id, now })
      return row === undefined ? undefined : toRecord(row)
    },
    async listOfSubject(subject, now, limit) {
      const rows = await db
        .selectFrom('refresh_tokens')
        .selectAll()
        .where('subject', '=', subject)
        .where('expires_at', '>', now)
        .orderBy('issued_at', 'desc')
        .orderBy('family')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },
    async removeOfSubject(subject, clientId) {
      const rows = await db
        .deleteFrom('refresh_tokens')
        .where('subject', '=', subject)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .returning('authorization_id')
        .execute()
      return rows.map(({ authorization_id: id }) => id)
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('refresh_tokens').select('family').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('refresh_tokens').where('family', 'in', expired).returning('family').execute()).length
    },
  }
}
