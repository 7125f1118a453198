// Whom a client identifier means: an application or service user that has it, or else the service user with this login name, or else the
// service user of the instance who has had this user name for longest. A later one of another organization takes it from no one else.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { selectByLoginName, selectByUserName, userNamesOf } from './login-names.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { spellingsOf } from './tables/spellings.ts'

/** The resource that a client identifier means. */
export interface ClientHolder {
  readonly kind: 'oidcApp' | 'apiApp' | 'machineUser'
  readonly id: string
}

/** @returns the application or service user, active or not */
export async function findClientHolder(db: Kysely<ResourceTables>, clientId: string): Promise<ClientHolder | undefined> {
  const held = await db
    .selectFrom('client_ids')
    .leftJoin('applications', 'applications.app_id', 'client_ids.app_id')
    .select(['client_ids.app_id', 'client_ids.user_id', 'applications.kind'])
    .where('client_ids.client_id', '=', clientId)
    .executeTakeFirst()
  if (held?.app_id != null) return { kind: held.kind === 'api' ? 'apiApp' : 'oidcApp', id: held.app_id }
  if (held?.user_id != null) return { kind: 'machineUser', id: held.user_id }
  const id = await findServiceUserByName(db, clientId)
  return id === undefined ? undefined : { kind: 'machineUser', id }
}

/** @returns the identifier of the service user; undefined if several have the login name */
export async function findServiceUserByName(db: Kysely<ResourceTables>, clientId: string): Promise<string | undefined> {
  const name = canonicalLoginName(clientId)
  const names = (await spellingsOf(db, [name])).get(name) ?? [name]
  // Most identifiers name no service user, which a look at the index of names shows.
  const named = db
    .selectFrom('users')
    .select('user_id')
    .where('user_name_canonical', 'in', userNamesOf(names))
    .where('kind', '=', 'machine')
  if ((await named.limit(1).executeTakeFirst()) === undefined) return undefined
  const [user, another] = await selectByLoginName(db, names, 'machine').select('users.user_id').limit(2).execute()
  if (user !== undefined) return another === undefined ? user.user_id : undefined
  const first = await selectByUserName(db, names, 'machine')
    .select('users.user_id')
    .orderBy((eb) => eb.fn.coalesce('users.named_at', 'users.created_at'))
    .orderBy('users.user_id')
    .limit(1)
    .executeTakeFirst()
  return first?.user_id
}
