// Facts about the instance by name, such as the check value of the master key.
import type { InstanceStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** One fact. */
export interface InstanceTable {
  readonly name: string
  readonly value: string
}

/** The table of this store. */
export interface InstanceTables {
  readonly instance: InstanceTable
}

/** The migrations of this store. */
export function instanceMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-instance': {
      async up(db) {
        const { table } = schemaOf(db, dialect)
        await table('instance', (t) => t.addColumn('name', 'text', key).addColumn('value', 'text', required))
      },
    },
  }
}

/** Digits of a time: with equally many digits, the later time is the greater text. */
const timeDigits = 16

/** Stores facts about the instance. */
export function instanceStore(db: Kysely<InstanceTables>): InstanceStore {
  const get = async (name: string): Promise<string | undefined> =>
    (await db.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst())?.value
  return {
    get,
    async setIfAbsent(name, value) {
      const row = await db
        .insertInto('instance')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('value')
        .executeTakeFirst()
      return row?.value ?? (await get(name)) ?? value
    },
    async replace(name, expected, value) {
      const changed = await db
        .updateTable('instance')
        .set({ value })
        .where('name', '=', name)
        .where('value', '=', expected)
        .returning('name')
        .executeTakeFirst()
      return changed !== undefined
    },
    async raise(name, time) {
      const value = String(Math.max(0, Math.floor(time))).padStart(timeDigits, '0')
      await db
        .insertInto('instance')
        .values({ name, value })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') }))
            .whereRef('excluded.value', '>', 'instance.value'),
        )
        .execute()
    },
  }
}
