// Keeps the record of a person as it is until the end of a transaction.
import type { Kysely } from 'kysely'
import type { ResourceTables } from './resource-tables.ts'

/**
 * Writes the row of a person without changing it. Databases with several writers lock the row by this, so that what the transaction reads
 * of it afterwards does not change before the transaction ends.
 * @returns whether there is such a person
 */
export async function lockPerson(trx: Pick<Kysely<ResourceTables>, 'updateTable'>, userId: string): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set((eb) => ({ user_id: eb.ref('user_id') }))
    .where('user_id', '=', userId)
    .where('kind', '=', 'human')
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
