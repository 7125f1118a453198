// The organization of the first administrator, which the instance trusts unless its policy lists others. It is written down once, so that the trust
// does not move to the organization of a later administrator when the first one is removed.
import type { Kysely, Transaction } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** @returns the organizations of the first administrators; several if one change brought several */
export async function findFirstOrganizations(db: Kysely<ResourceTables>): Promise<readonly string[]> {
  const known = await recordedOrganizations(db)
  return known.length > 0 ? known : await derivedOrganizations(db)
}

/** Writes down which organizations they are, unless that is written down. A change calls it after it puts members, and before it removes any. */
export async function keepFirstOrganizations(trx: Transaction<ResourceTables>, now: number): Promise<void> {
  if ((await recordedOrganizations(trx)).length > 0) return
  const orgIds = await derivedOrganizations(trx)
  if (orgIds.length === 0) return
  await trx.updateTable('orgs').set({ first_since: now }).where('org_id', 'in', orgIds).execute()
}

async function recordedOrganizations(db: Kysely<ResourceTables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('orgs').select('org_id').where('first_since', 'is not', null).orderBy('org_id').execute()
  return rows.map((row) => row.org_id)
}

/** The organizations of the members of the instance who were the first to hold IAM_OWNER. */
async function derivedOrganizations(db: Kysely<ResourceTables>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('instance_members')
    .innerJoin('users', 'users.user_id', 'instance_members.user_id')
    .select(['users.org_id', 'instance_members.created_at', 'instance_members.content'])
    .orderBy('instance_members.created_at')
    .execute()
  const owners = rows.filter(({ content }) => textsAt(parseContent(content), 'roles').includes('IAM_OWNER'))
  return [...new Set(owners.filter((row) => row.created_at === owners[0]?.created_at).map((row) => row.org_id))]
}
