// Which users a name in canonical form may mean.
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../database.ts'

type Users = SelectQueryBuilder<Database, 'users', object>

/** Users whose user name together with a domain of their own organization is the name. */
export function loginNameUsers(db: Kysely<Database>, name: string, kind: 'human' | 'machine'): Users {
  const at = name.lastIndexOf('@')
  const local = at < 0 ? name : name.slice(0, at)
  return db.selectFrom('users')
    .where('users.kind', '=', kind)
    // A user name may carry the domain already; then it is not appended a second time.
    .where('users.user_name_canonical', 'in', [local, name])
    .where((eb) => eb.exists(eb.selectFrom('org_domains').select('org_domains.org_id')
      .whereRef('org_domains.org_id', '=', 'users.org_id')
      .where('org_domains.usable', '=', 1)
      .where('org_domains.domain_canonical', '=', at < 0 ? '' : name.slice(at + 1))))
}

export function userNameUsers(db: Kysely<Database>, name: string, kind: 'human' | 'machine'): Users {
  return db.selectFrom('users').where('users.kind', '=', kind).where('users.user_name_canonical', '=', name)
}
