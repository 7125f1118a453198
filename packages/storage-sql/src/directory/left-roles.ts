// Roles of removed users. A change that gives a user roles and a change that removes the user may each be decided before the other is stored.
// The roles then remain, and would belong to the next user with the id.
import type { Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { selectByValues } from '../sql/select-by-values.ts'

const tables = ['org_members', 'project_members', 'project_grant_members', 'instance_members'] as const

/** Removes remaining roles of the ids. @param newUserIds users who are not stored yet: they begin without roles */
export async function removeLeftRoles(trx: Transaction<ResourceTables>, newUserIds: readonly string[]): Promise<void> {
  // Usually there are none, which one query shows.
  const found = await selectByValues<ResourceTables, { readonly user_id: string }>(trx, 'left roles', [], newUserIds, (some) => {
    const ofTable = (table: (typeof tables)[number]) => trx.selectFrom(table).select('user_id')
    const holders = tables.reduce((all, table) => all.unionAll(ofTable(table)), trx.selectFrom('user_grants').select('user_id'))
    return trx.selectFrom(holders.as('holders')).select('user_id').where('user_id', 'in', some)
  })
  for (const some of chunks([...new Set(found.map((row) => row.user_id))], chunkSize)) {
    for (const table of ['user_grants', ...tables] as const) await trx.deleteFrom(table).where('user_id', 'in', some).execute()
  }
}
