// Authorization codes, found by their digest. One conditional update decides which of several concurrent requests redeems a code. A code that
// waits for its redemption is in memory too; whether it can still be redeemed is asked of the database alone.
import type {
  AuthorizationCode,
  AuthorizationCodeRedemption,
  AuthorizationCodeStore,
  FoundCode,
  PresentedCode,
} from '@symbolon/core-protocol'
import type { CompiledQuery, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne, preparedQuery } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import type { RecentRows } from '../sql/recent-rows.ts'
import { json, rowMapping } from '../sql/row-mapping.ts'
import { key, nullable, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One authorization code. */
export interface AuthorizationCodesTable {
  readonly digest: string
  readonly authorization_id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly user_id: string
  readonly session_id: string
  readonly scope: string
  readonly nonce: string | null
  readonly code_challenge: string | null
  readonly claims: string | null
  readonly authenticated_at: number
  readonly amr: string
  readonly acr: string
  readonly issued_at: number
  readonly expires_at: number
  /** A consumed code stays until then, so that its reuse is detected. */
  readonly remembered_until: number
  readonly consumed_at: number | null
  readonly validity: string | null
}

/** The table of this store. */
export interface AuthorizationCodeTables {
  readonly authorization_codes: AuthorizationCodesTable
}

/** The migrations of this store. */
export function authorizationCodeMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-authorization-codes': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('authorization_codes', (t) => {
          const named = t
            .addColumn('digest', 'text', key)
            .addColumn('authorization_id', 'text', required)
            .addColumn('client_id', 'text', required)
            .addColumn('redirect_uri', 'text', required)
            .addColumn('user_id', 'text', required)
            .addColumn('session_id', 'text', required)
            .addColumn('scope', 'text', required)
            .addColumn('nonce', 'text')
            .addColumn('code_challenge', 'text')
            .addColumn('claims', 'text')
            .addColumn('amr', 'text', required)
            .addColumn('acr', 'text', required)
          const timed = integer(integer(integer(named, 'authenticated_at'), 'issued_at'), 'expires_at')
          return integer(integer(timed, 'remembered_until'), 'consumed_at', nullable)
        })
        await index('authorization_codes', ['remembered_until'])
      },
    },
    '002-validity': {
      async up(db) {
        await schemaOf(db, dialect).addText('authorization_codes', 'validity')
      },
    },
  }
}

const { toRow, toRecord } = rowMapping<AuthorizationCodesTable, AuthorizationCode>()({
  digest: 'digest',
  authorizationId: 'authorization_id',
  clientId: 'client_id',
  redirectUri: 'redirect_uri',
  userId: 'user_id',
  sessionId: 'session_id',
  scope: json('scope'),
  nonce: 'nonce',
  codeChallenge: 'code_challenge',
  claims: json('claims'),
  authenticatedAt: 'authenticated_at',
  amr: json('amr'),
  acr: 'acr',
  issuedAt: 'issued_at',
  expiresAt: 'expires_at',
  rememberedUntil: 'remembered_until',
  validity: 'validity',
})

/** Queries that mark a code redeemed. They return a row if it could be redeemed. */
export function authorizationCodeRedemption(
  db: Kysely<AuthorizationCodeTables>,
): (redemption: AuthorizationCodeRedemption) => CompiledQuery {
  return preparedQuery(({ digest, clientId, now }: Placeholders<AuthorizationCodeRedemption>) =>
    db
      .updateTable('authorization_codes')
      .set({ consumed_at: now })
      .where('digest', '=', digest)
      .where('client_id', '=', clientId)
      .where('consumed_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('digest'),
  )
}

/** Finds a code in the database. */
export function authorizationCodeLookup(
  db: Kysely<AuthorizationCodeTables>,
  dialect: SqlDialect,
): (presented: PresentedCode) => Promise<FoundCode | undefined> {
  const find = preparedOne(db, dialect, ({ digest, clientId }: Placeholders<Pick<PresentedCode, 'digest' | 'clientId'>>) =>
    db.selectFrom('authorization_codes').selectAll().where('digest', '=', digest).where('client_id', '=', clientId),
  )

  return async ({ digest, clientId, now }) => {
    const row = await find({ digest, clientId })
    if (row === undefined) return undefined
    const redeemed = row.consumed_at !== null
    return now < (redeemed ? row.remembered_until : row.expires_at) ? { code: toRecord(row), redeemed } : undefined
  }
}

/**
 * Codes in memory that wait for their redemption, by digest, as JSON. They are never the objects that were inserted, whose texts may be parts
 * of a request, which would stay in memory with them.
 */
export type RecentAuthorizationCodes = RecentRows<string, string>

/** A longer code is not kept in memory: a request can contain a long `nonce` or `claims`. */
const longestInMemory = 4096

/** Stores authorization codes by digest. @param recent the codes in memory */
export function authorizationCodeStore(
  db: Kysely<AuthorizationCodeTables>,
  dialect: SqlDialect,
  recent: RecentAuthorizationCodes,
): AuthorizationCodeStore {
  const insert = prepared(db, dialect, (row: Placeholders<AuthorizationCodesTable>) => db.insertInto('authorization_codes').values(row))
  const findStored = authorizationCodeLookup(db, dialect)

  return {
    async insert(code) {
      await insert({ ...toRow(code), consumed_at: null })
      const kept = JSON.stringify(code)
      if (kept.length <= longestInMemory) recent.keep(code.digest, kept)
    },
    find(presented) {
      const kept = recent.find(presented.digest)
      const code = kept === undefined ? undefined : (JSON.parse(kept) as AuthorizationCode)
      // Another process may have redeemed a code that has expired since, so that one is looked up.
      if (code === undefined || code.clientId !== presented.clientId || presented.now >= code.expiresAt) return findStored(presented)
      return { code, redeemed: false }
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('authorization_codes').select('digest').where('remembered_until', '<=', now).orderBy('remembered_until').limit(limit),
        dialect,
      )
      const deleted = await db.deleteFrom('authorization_codes').where('digest', 'in', expired).returning('digest').execute()
      recent.forget(deleted.map(({ digest }) => digest))
      return deleted.length
    },
  }
}
