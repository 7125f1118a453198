// Facts about the instance. The first value of a name stands, or of times the latest.
import type { InstanceStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'

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
    async raise(name, time) {
      // Of one length, so that the later one is the greater text.
      const value = String(Math.max(0, Math.floor(time))).padStart(16, '0')
      await db.insertInto('instance').values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') }))
          .whereRef('excluded.value', '>', 'instance.value'))
        .execute()
    },
  }
}
