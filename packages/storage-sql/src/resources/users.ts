// The protocol's view of people and service users.
import type { LoginNameMatch, UserStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { loginNameUsers, userNameUsers } from './login-names.ts'
import { toUser, userRows } from './user-record.ts'

/** The best first. */
const waysToName = ['login_name', 'user_name', 'email', 'phone'] as const

export function userStore(db: Kysely<Database>): UserStore {
  const ids = {
    login_name: (name: string) => loginNameUsers(db, name, 'human').select('users.user_id'),
    user_name: (name: string) => userNameUsers(db, name, 'human').select('users.user_id'),
    email: (name: string) => db.selectFrom('users').select('users.user_id').where('kind', '=', 'human').where('email_canonical', '=', name),
    phone: (name: string) => db.selectFrom('users').select('users.user_id').where('kind', '=', 'human').where('phone_canonical', '=', name),
  }

  return {
    async find(userId) {
      const row = await userRows(db).where('users.user_id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : toUser(row)
    },
    async findActive(userId) {
      const row = await userRows(db).where('users.user_id', '=', userId)
        .where('users.state', '=', 'active').where('orgs.active', '=', 1).executeTakeFirst()
      return row === undefined ? undefined : toUser(row)
    },
    async findByLoginName(name) {
      // All four, whatever the first finds: a name that means nobody must not take longer than one that means somebody.
      const matches = await Promise.all(waysToName.map(async (by) => {
        const rows = await userRows(db).where('users.user_id', 'in', ids[by](name)).orderBy('users.user_id').limit(2).execute()
        return rows.map((row): LoginNameMatch => ({ user: toUser(row), by }))
      }))
      return matches.find((found) => found.length > 0) ?? []
    },
  }
}
