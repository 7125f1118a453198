// Metadata of users.
import type { UserMetadataStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, requiredTextAt } from '../documents/content.ts'
import type { Database } from '../database.ts'

export function userMetadataStore(db: Kysely<Database>): UserMetadataStore {
  return {
    async list(userId) {
      const rows = await db.selectFrom('user_metadata').select(['metadata_key', 'content'])
        .where('user_id', '=', userId).orderBy('metadata_key').execute()
      return rows.map((row) => ({ key: row.metadata_key, value: requiredTextAt(parseContent(row.content), 'value') }))
    },
  }
}
