// Roles whose user is gone. A change that gives somebody roles, and one that removes the user, may each be decided before the other is stored.
// The roles then stay behind, and would belong to whoever gets the id next.
import type { Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { selectByValues } from '../sql/select-by-values.ts'

const tables = ['org_members', 'project_members', 'project_grant_members', 'instance_members'] as const

/** Removes the roles that stand under the ids. @param newUserIds users who are not stored yet: they begin without roles */
export async function removeLeftRoles(trx: Transaction<ResourceTables>, newUserIds: readonly string[]): Promise<void> {
  // Usually there are none, and one query says so.
  const found = await selectByValues<ResourceTables, { readonly user_id: string }>(trx, 'left roles', [], newUserIds, (some) => {
    const ofTable = (table: (typeof tables)[number]) => trx.selectFrom(table).select('user_id')
    const holders = tables.reduce((all, table) => all.unionAll(ofTable(table)), trx.selectFrom('user_grants').select('user_id'))
    return trx.selectFrom(holders.as('holders')).select('user_id').where('user_id', 'in', some)
  })
  for (const some of chunks([...new Set(found.map((row) => row.user_id))], chunkSize)) {
    for (const table of ['user_grants', ...tables] as const) await trx.deleteFrom(table).where('user_id', 'in', some).execute()
  }
}
