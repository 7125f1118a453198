// Personal access tokens by digest, and by id.
import type { PersonalAccessToken, PersonalAccessTokenStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseStored } from '../sql/json.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { preparedOne } from '../sql/prepared.ts'
import type { Places } from '../sql/prepared.ts'
import type { Database } from '../database.ts'

export function personalAccessTokenStore(db: Kysely<Database>, dialect: SqlDialect): PersonalAccessTokenStore {
  const rowsBy = (column: 'token_digest' | 'token_id') => (
    preparedOne(db, dialect, ({ value, now }: Places<{ readonly value: string, readonly now: number }>) => (
      db.selectFrom('personal_access_tokens')
        .select(['token_id', 'user_id', 'content', 'created_at', 'expires_at', 'times_ended'])
        .where(column, '=', value).where('active', '=', 1)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    ))
  )
  const rows = { token_digest: rowsBy('token_digest'), token_id: rowsBy('token_id') }

  async function find(column: 'token_digest' | 'token_id', value: string, now: number): Promise<PersonalAccessToken | undefined> {
    const row = await rows[column]({ value, now })
    return row === undefined ? undefined : {
      id: row.token_id,
      userId: row.user_id,
      scope: parseStored<{ readonly scopes?: readonly string[] }>(row.content).scopes ?? [],
      createdAt: row.created_at,
      timesEnded: row.times_ended,
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    }
  }
  return {
    find: async (digest, now) => await find('token_digest', digest, now),
    findById: async (id, now) => await find('token_id', id, now),
  }
}
