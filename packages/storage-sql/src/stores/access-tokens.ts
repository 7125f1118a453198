// Opaque access tokens, found by number. The table is only appended to, and shortened at its beginning: the number is its only key, and
// what a token says is one column of JSON. Where no other process writes, the latest rows are kept in memory too.
import { whenKnown } from '@symbolon/core-protocol'
import type { AccessToken, AccessTokenStore, FoundAccessToken } from '@symbolon/core-protocol'
import type { CompiledQuery, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne, preparedQuery } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { repetitions } from '../sql/recent-rows.ts'
import type { RecentRows } from '../sql/recent-rows.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'
import { earlierAccessTokenMigrations, earlierAccessTokens } from './earlier-access-tokens.ts'
import type { EarlierAccessTokenTables } from './earlier-access-tokens.ts'

/** One opaque access token. */
export interface OpaqueAccessTokensTable {
  readonly number: number
  readonly digest: string
  /** JSON: the token without number and digest. */
  readonly content: string
}

/** The tables of this store. */
export interface AccessTokenTables extends EarlierAccessTokenTables {
  readonly opaque_access_tokens: OpaqueAccessTokensTable
}

/** The migrations of this store. */
export function accessTokenMigrations(dialect: SqlDialect): Migrations {
  return {
    ...earlierAccessTokenMigrations(dialect),
    '004-numbers': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        await table('opaque_access_tokens', (t) =>
          integer(t, 'number', key).addColumn('digest', 'text', required).addColumn('content', 'text', required),
        )
      },
    },
  }
}

type Content = Omit<AccessToken, 'digest' | 'number'>

/** Member by member: to copy the rest of an object takes longer than to write it as JSON. */
function toRow(token: AccessToken): OpaqueAccessTokensTable {
  const content: { readonly [Member in keyof Required<Content>]: Content[Member] } = {
    id: token.id,
    authorizationId: token.authorizationId,
    clientId: token.clientId,
    subject: token.subject,
    sessionId: token.sessionId,
    scope: token.scope,
    audience: token.audience,
    userinfoClaims: token.userinfoClaims,
    actor: token.actor,
    authentication: token.authentication,
    origin: token.origin,
    offlineUntil: token.offlineUntil,
    issuedAt: token.issuedAt,
    expiresAt: token.expiresAt,
  }
  return { number: token.number, digest: token.digest, content: JSON.stringify(content) }
}

/** The members are added to what was parsed: copying it would take longer. */
function toToken(number: number, { digest, content }: Pick<OpaqueAccessTokensTable, 'digest' | 'content'>): AccessToken {
  return Object.assign(JSON.parse(content) as Content, { number, digest })
}

/**
 * Access tokens in memory. What was inserted is kept as its row, and read when it is first used. It is never the object that was inserted,
 * whose texts may be parts of a request, which would stay in memory with them.
 */
export type RecentAccessTokens = RecentRows<FoundAccessToken | OpaqueAccessTokensTable>

/** The insertion of one token. */
export interface AccessTokenInsertion {
  /** Fails if the number is taken. */
  readonly query: CompiledQuery
  /** Must be called when the row is committed. */
  committed(): void
}

/** Prepares insertions of tokens that are part of larger transactions. @param recent is shared with `accessTokenStore` */
export function accessTokenInsertion(
  db: Kysely<AccessTokenTables>,
  recent: RecentAccessTokens,
): (token: AccessToken) => AccessTokenInsertion {
  const insert = preparedQuery((row: Placeholders<OpaqueAccessTokensTable>) => db.insertInto('opaque_access_tokens').values(row))
  return (token) => {
    const row = toRow(token)
    return { query: insert(row), committed: () => void recent.keep(row.number, row) }
  }
}

/** Stores opaque access tokens by number. @param recent the rows in memory */
export function accessTokenStore(db: Kysely<AccessTokenTables>, dialect: SqlDialect, recent: RecentAccessTokens): AccessTokenStore {
  const findRow = preparedOne(db, dialect, ({ number }: Placeholders<Pick<OpaqueAccessTokensTable, 'number'>>) =>
    db.selectFrom('opaque_access_tokens').select(['digest', 'content']).where('number', '=', number),
  )
  const listOldest = prepared(db, dialect, ({ limit }: Placeholders<{ readonly limit: number }>) =>
    db.selectFrom('opaque_access_tokens').select(['number', 'content']).orderBy('number').limit(limit),
  )
  const earlier = earlierAccessTokens(db, dialect)
  const isRepeated = repetitions(dialect.rowsInMemory ?? 0)

  function kept(token: AccessToken): FoundAccessToken {
    const found = { ...token, isKept: true } as const
    return recent.keep(token.number, found) ? found : token
  }

  async function deleteOldest(now: number, limit: number): Promise<number> {
    const rows = await listOldest({ limit })
    const live = rows.findIndex(({ content }) => (JSON.parse(content) as Content).expiresAt > now)
    const expired = live === -1 ? rows : rows.slice(0, live)
    const [first, last] = [expired[0], expired.at(-1)]
    if (first === undefined || last === undefined) return 0
    const inRange = db
      .selectFrom('opaque_access_tokens')
      .select('number')
      .where('number', '>=', first.number)
      .where('number', '<=', last.number)
    const removed = await db
      .deleteFrom('opaque_access_tokens')
      .where('number', '>=', first.number)
      .where('number', '<=', last.number)
      .$if(dialect.skipLocked === true, (deletion) => deletion.where('number', 'in', skipLocked(inRange, dialect)))
      .returning('number')
      .execute()
    recent.forget(expired.map(({ number }) => number))
    return removed.length
  }

  return {
    find(number) {
      const known = recent.find(number)
      if (known !== undefined) return 'content' in known ? kept(toToken(number, known)) : known
      return whenKnown(findRow({ number }), (row) => {
        if (row === undefined) return undefined
        const token = toToken(number, row)
        return isRepeated(number) ? kept(token) : token
      })
    },
    findByDigest: earlier.findByDigest,
    async deleteExpired(now, limit) {
      const removed = await earlier.deleteExpired(now, limit)
      return removed === limit ? removed : removed + (await deleteOldest(now, limit - removed))
    },
  }
}
