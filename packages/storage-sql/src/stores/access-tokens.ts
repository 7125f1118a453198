// Opaque access tokens by digest.
import type { AccessToken, AccessTokenStore, Actor, ExchangedFrom } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored, parseTexts } from '../sql/json.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { AccessTokensTable, Database } from '../database.ts'

export function accessTokenStore(db: Kysely<Database>, dialect: SqlDialect): AccessTokenStore {
  const insert = prepared(db, dialect, (row: Places<AccessTokensTable>) => db.insertInto('access_tokens').values(row))
  const find = preparedOne(db, dialect, ({ digest }: Places<Pick<AccessTokensTable, 'digest'>>) => (
    db.selectFrom('access_tokens').selectAll().where('digest', '=', digest)
  ))

  return {
    async insert(token) {
      await insert({
        digest: token.digest,
        id: token.id,
        authorization_id: token.authorizationId,
        client_id: token.clientId,
        subject: token.subject,
        session_id: token.sessionId ?? null,
        scope: JSON.stringify(token.scope),
        audience: JSON.stringify(token.audience),
        userinfo_claims: token.userinfoClaims === undefined ? null : JSON.stringify(token.userinfoClaims),
        actor: token.actor === undefined ? null : JSON.stringify(token.actor),
        authentication: token.authentication === undefined ? null : JSON.stringify(token.authentication),
        exchanged_from: token.exchangedFrom === undefined ? null : JSON.stringify(token.exchangedFrom),
        offline_until: token.offlineUntil ?? null,
        issued_at: token.issuedAt,
        expires_at: token.expiresAt,
      })
    },
    async find(digest) {
      const row = await find({ digest })
      return row === undefined ? undefined : {
        id: row.id,
        digest: row.digest,
        authorizationId: row.authorization_id,
        clientId: row.client_id,
        subject: row.subject,
        ...(row.session_id === null ? {} : { sessionId: row.session_id }),
        scope: parseTexts(row.scope),
        audience: parseTexts(row.audience),
        ...(row.userinfo_claims === null ? {} : { userinfoClaims: parseTexts(row.userinfo_claims) }),
        ...(row.actor === null ? {} : { actor: parseStored<Actor>(row.actor) }),
        ...(row.authentication === null ? {} : { authentication: parseStored<NonNullable<AccessToken['authentication']>>(row.authentication) }),
        ...(row.exchanged_from === null ? {} : { exchangedFrom: parseStored<ExchangedFrom>(row.exchanged_from) }),
        ...(row.offline_until === null ? {} : { offlineUntil: row.offline_until }),
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
      }
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('access_tokens').select('digest').where('expires_at', '<=', now).orderBy('expires_at').limit(limit)
      return (await db.deleteFrom('access_tokens').where('digest', 'in', expired).returning('digest').execute()).length
    },
  }
}
