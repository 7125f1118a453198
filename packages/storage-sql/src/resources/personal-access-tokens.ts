// Personal access tokens, found by digest and by identifier.
import type { PersonalAccessToken, PersonalAccessTokenStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Finds active personal access tokens. */
export function personalAccessTokenStore(db: Kysely<ResourceTables>, dialect: SqlDialect): PersonalAccessTokenStore {
  const findBy = (column: 'token_digest' | 'token_id') =>
    preparedOne(db, dialect, ({ value, now }: Placeholders<{ readonly value: string; readonly now: number }>) =>
      db
        .selectFrom('personal_access_tokens')
        .select(['token_id', 'user_id', 'content', 'created_at', 'expires_at', 'times_ended'])
        .where(column, '=', value)
        .where('active', '=', 1)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
    )
  const rows = { token_digest: findBy('token_digest'), token_id: findBy('token_id') }

  async function find(column: 'token_digest' | 'token_id', value: string, now: number): Promise<PersonalAccessToken | undefined> {
    const row = await rows[column]({ value, now })
    return row === undefined
      ? undefined
      : {
          id: row.token_id,
          userId: row.user_id,
          scope: textsAt(parseContent(row.content), 'scopes'),
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
