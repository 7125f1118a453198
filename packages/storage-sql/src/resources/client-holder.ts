// Who a client id means: first the one key space of client ids, then a service user's login name, then its bare user name
// where it means one service user of the whole instance.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { loginNameUsers, userNameUsers } from './login-names.ts'

export interface ClientHolder {
  readonly kind: 'oidcApp' | 'apiApp' | 'machineUser'
  readonly id: string
}

export async function findHolder(db: Kysely<Database>, clientId: string): Promise<ClientHolder | undefined> {
  const held = await db.selectFrom('client_ids').leftJoin('applications', 'applications.app_id', 'client_ids.app_id')
    .select(['client_ids.app_id', 'client_ids.user_id', 'applications.kind'])
    .where('client_ids.client_id', '=', clientId)
    .executeTakeFirst()
  if (held?.app_id != null) return { kind: held.kind === 'api' ? 'apiApp' : 'oidcApp', id: held.app_id }
  if (held?.user_id != null) return { kind: 'machineUser', id: held.user_id }
  const id = await findNamed(db, clientId)
  return id === undefined ? undefined : { kind: 'machineUser', id }
}

/** The id of the service user whose login name, or else whose user name, it is. */
export async function findNamed(db: Kysely<Database>, clientId: string): Promise<string | undefined> {
  const name = canonicalLoginName(clientId)
  for (const select of [loginNameUsers, userNameUsers]) {
    const [user, another] = await select(db, name, 'machine').select('users.user_id').limit(2).execute()
    if (user !== undefined) return another === undefined ? user.user_id : undefined
  }
  return undefined
}
