// Authorization codes by digest. One conditional update decides who redeems a code.
import type { AuthorizationCode, AuthorizationCodeStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored, parseTexts } from '../sql/json.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { AuthorizationCodesTable, Database } from '../database.ts'

export function authorizationCodeStore(db: Kysely<Database>, dialect: SqlDialect): AuthorizationCodeStore {
  const insert = prepared(db, dialect, (row: Places<AuthorizationCodesTable>) => db.insertInto('authorization_codes').values(row))
  const consume = preparedOne(db, dialect, ({ digest, clientId, now }: Places<Redemption>) => (
    db.updateTable('authorization_codes').set({ consumed_at: now })
      .where('digest', '=', digest).where('client_id', '=', clientId)
      .where('consumed_at', 'is', null).where('expires_at', '>', now)
      .returningAll()
  ))

  return {
    async insert(code) {
      await insert(toRow(code))
    },
    async consume(digest, clientId, now) {
      const consumed = await consume({ digest, clientId, now })
      if (consumed !== undefined) return { outcome: 'consumed', code: toCode(consumed) }
      const reused = await db.selectFrom('authorization_codes').selectAll()
        .where('digest', '=', digest).where('client_id', '=', clientId)
        .where('consumed_at', 'is not', null).where('remembered_until', '>', now)
        .executeTakeFirst()
      return reused === undefined ? { outcome: 'invalid' } : { outcome: 'reused', code: toCode(reused) }
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('authorization_codes').select('digest').where('remembered_until', '<=', now)
        .orderBy('remembered_until').limit(limit)
      return (await db.deleteFrom('authorization_codes').where('digest', 'in', expired).returning('digest').execute()).length
    },
  }
}

interface Redemption {
  readonly digest: string
  readonly clientId: string
  readonly now: number
}

function toRow(code: AuthorizationCode): AuthorizationCodesTable {
  return {
    digest: code.digest,
    authorization_id: code.authorizationId,
    client_id: code.clientId,
    redirect_uri: code.redirectUri,
    user_id: code.userId,
    session_id: code.sessionId,
    scope: JSON.stringify(code.scope),
    nonce: code.nonce ?? null,
    code_challenge: code.codeChallenge ?? null,
    claims: code.claims === undefined ? null : JSON.stringify(code.claims),
    authenticated_at: code.authenticatedAt,
    amr: JSON.stringify(code.amr),
    acr: code.acr,
    issued_at: code.issuedAt,
    expires_at: code.expiresAt,
    remembered_until: code.rememberedUntil,
    consumed_at: null,
    validity: code.validity ?? null,
  }
}

function toCode(row: AuthorizationCodesTable): AuthorizationCode {
  return {
    digest: row.digest,
    authorizationId: row.authorization_id,
    clientId: row.client_id,
    redirectUri: row.redirect_uri,
    userId: row.user_id,
    sessionId: row.session_id,
    scope: parseTexts(row.scope),
    ...(row.nonce === null ? {} : { nonce: row.nonce }),
    ...(row.code_challenge === null ? {} : { codeChallenge: row.code_challenge }),
    ...(row.claims === null ? {} : { claims: parseStored(row.claims) }),
    authenticatedAt: row.authenticated_at,
    amr: parseTexts(row.amr),
    acr: row.acr,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    rememberedUntil: row.remembered_until,
    ...(row.validity === null ? {} : { validity: row.validity }),
  }
}
