// Users and their metadata.
import type { LoginNameMatch, UserMetadataStore, UserStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, requiredTextAt } from '../documents/content.ts'
import { selectByLoginName, selectByUserName } from './login-names.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { selectUsers, toUser } from './user-record.ts'

/** What a typed name may be; an earlier match excludes the later ones. */
const nameKinds = ['login_name', 'user_name', 'email', 'phone'] as const

/** Finds users. */
export function userStore(db: Kysely<ResourceTables>): UserStore {
  const selectIds = {
    login_name: (name: string) => selectByLoginName(db, name, 'human').select('users.user_id'),
    user_name: (name: string) => selectByUserName(db, name, 'human').select('users.user_id'),
    email: (name: string) => db.selectFrom('users').select('users.user_id').where('kind', '=', 'human').where('email_canonical', '=', name),
    phone: (name: string) => db.selectFrom('users').select('users.user_id').where('kind', '=', 'human').where('phone_canonical', '=', name),
  }

  return {
    async find(userId) {
      const row = await selectUsers(db).where('users.user_id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : toUser(row)
    },
    async findActive(userId) {
      const row = await selectUsers(db)
        .where('users.user_id', '=', userId)
        .where('users.state', '=', 'active')
        .where('orgs.active', '=', 1)
        .executeTakeFirst()
      return row === undefined ? undefined : toUser(row)
    },
    async findByLoginName(name) {
      // All four queries always run, so that the time does not tell whether a name exists.
      const matches = await Promise.all(
        nameKinds.map(async (by) => {
          const rows = await selectUsers(db).where('users.user_id', 'in', selectIds[by](name)).orderBy('users.user_id').limit(2).execute()
          return rows.map((row): LoginNameMatch => ({ user: toUser(row), by }))
        }),
      )
      return matches.find((found) => found.length > 0) ?? []
    },
  }
}

/** Lists the metadata of users. */
export function userMetadataStore(db: Kysely<ResourceTables>): UserMetadataStore {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('user_metadata')
        .select(['metadata_key', 'content'])
        .where('user_id', '=', userId)
        .orderBy('metadata_key')
        .execute()
      return rows.map((row) => ({ key: row.metadata_key, value: requiredTextAt(parseContent(row.content), 'value') }))
    },
  }
}
