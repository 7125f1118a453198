// Refresh tokens by family. One conditional update decides which use rotates, and the line of tokens cannot fork: there is one
// place for the live one.
import type { RefreshTokenFamily, RefreshTokenRotation, RefreshTokenStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored, parseTexts } from '../sql/json.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { Database, RefreshTokensTable } from '../database.ts'

/** Rows that one statement removes: others are not kept waiting. */
const batch = 500

export function refreshTokenStore(db: Kysely<Database>, dialect: SqlDialect): RefreshTokenStore {
  const insert = prepared(db, dialect, (row: Places<RefreshTokensTable>) => db.insertInto('refresh_tokens').values(row))
  const find = preparedOne(db, dialect, ({ id, now }: Places<{ readonly id: string, readonly now: number }>) => (
    db.selectFrom('refresh_tokens').selectAll().where('family', '=', id).where('expires_at', '>', now)
  ))
  const rotate = preparedOne(db, dialect, ({ family, clientId, digest, successor, now, expiresAt, repeatableUntil }: Places<RefreshTokenRotation>) => (
    db.updateTable('refresh_tokens')
      .set({ digest: successor, previous_digest: digest, expires_at: expiresAt, repeatable_until: repeatableUntil })
      .where('family', '=', family).where('client_id', '=', clientId).where('digest', '=', digest).where('expires_at', '>', now)
      .returning('family')
  ))

  interface Line { readonly subject: string, readonly clientId: string, readonly limit: number }
  const surplusOf = prepared(db, dialect, ({ subject, clientId, limit }: Places<Line>) => (
    db.selectFrom('refresh_tokens').select('family').where('subject', '=', subject).where('client_id', '=', clientId)
      .orderBy('expires_at', 'desc').orderBy('family').offset(limit).limit(batch)
  ))

  return {
    async insert(family, { digest, expiresAt }) {
      await insert({ ...toRow(family), digest, expires_at: expiresAt, previous_digest: null, repeatable_until: null })
    },
    async find(id, now) {
      const row = await find({ id, now })
      return row === undefined ? undefined : toFamily(row)
    },
    async rotate(rotation) {
      if (await rotate(rotation) !== undefined) return 'rotated'
      const { family, clientId, digest, now } = rotation
      const row = await db.selectFrom('refresh_tokens').select(['digest', 'previous_digest', 'repeatable_until'])
        .where('family', '=', family).where('client_id', '=', clientId).where('expires_at', '>', now).executeTakeFirst()
      if (row === undefined) return 'invalid'
      return row.previous_digest === digest && now < (row.repeatable_until ?? 0) ? 'repeated' : 'reused'
    },
    async keepLatest(subject, clientId, limit) {
      const surplus = await surplusOf({ subject, clientId, limit })
      if (surplus.length > 0) await db.deleteFrom('refresh_tokens').where('family', 'in', surplus.map(({ family }) => family)).execute()
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('refresh_tokens').select('family').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('refresh_tokens').where('family', 'in', expired).returning('family').execute()).length
    },
  }
}

type FamilyColumns = Omit<RefreshTokensTable, 'digest' | 'expires_at' | 'previous_digest' | 'repeatable_until'>

function toRow(family: RefreshTokenFamily): FamilyColumns {
  return {
    family: family.id,
    authorization_id: family.authorizationId,
    client_id: family.clientId,
    subject: family.subject,
    scope: JSON.stringify(family.scope),
    audience: JSON.stringify(family.audience),
    authentication: family.authentication === undefined ? null : JSON.stringify(family.authentication),
    claims: family.claims === undefined ? null : JSON.stringify(family.claims),
    actor: family.actor === undefined ? null : JSON.stringify(family.actor),
    exchanged_from: family.exchangedFrom === undefined ? null : JSON.stringify(family.exchangedFrom),
    issued_at: family.issuedAt,
    ends_at: family.endsAt,
    validity: family.validity ?? null,
  }
}

type Stored<Member extends keyof RefreshTokenFamily> = NonNullable<RefreshTokenFamily[Member]>

function toFamily(row: RefreshTokensTable): RefreshTokenFamily {
  return {
    id: row.family,
    authorizationId: row.authorization_id,
    clientId: row.client_id,
    subject: row.subject,
    scope: parseTexts(row.scope),
    audience: parseTexts(row.audience),
    ...(row.authentication === null ? {} : { authentication: parseStored<Stored<'authentication'>>(row.authentication) }),
    ...(row.claims === null ? {} : { claims: parseStored<Stored<'claims'>>(row.claims) }),
    ...(row.actor === null ? {} : { actor: parseStored<Stored<'actor'>>(row.actor) }),
    ...(row.exchanged_from === null ? {} : { exchangedFrom: parseStored<Stored<'exchangedFrom'>>(row.exchanged_from) }),
    issuedAt: row.issued_at,
    endsAt: row.ends_at,
    ...(row.validity === null ? {} : { validity: row.validity }),
  }
}
