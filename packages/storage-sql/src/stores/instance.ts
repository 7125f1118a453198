// Facts about the instance. The first value of a name stands.
import type { InstanceStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

export function instanceStore(db: Kysely<Database>): InstanceStore {
  const get = async (name: string): Promise<string | undefined> => (
    (await db.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst())?.value
  )
  return {
    get,
    async setIfAbsent(name, value) {
      const row = await db.insertInto('instance').values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('value').executeTakeFirst()
      return row?.value ?? await get(name) ?? value
    },
  }
}
